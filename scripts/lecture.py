"""An SVM that counts: a lecture in cells, with scikit-learn alone doing the training.

Run it whole (python scripts/lecture.py), or cell by cell in an editor that knows `# %%`.
It needs: pip install 'ogd-exact[sklearn]', and for the cell on ReLU networks 'ogd-exact[torch]'.
"""

# %% [markdown]
# A circuit is a set of wires and NAND gates. Here is a counter of three bits; its alarm, "bad", rings at 7.

# %%
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import scipy.sparse
    from sklearn.linear_model import SGDClassifier
except ImportError:
    sys.exit("this lecture needs scikit-learn; install it with: pip install 'ogd-exact[sklearn]'")


def reduce(circuit, model):
    """The training set of a circuit, as a sparse matrix, labels, and what they are about."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "training.npz")
        options = [circuit, "--model", model, "--format", "npz", "--output", file]
        subprocess.run([sys.executable, "-m", "ogd_exact.reduce", *options], check=True)
        with np.load(file) as data:
            return scipy.sparse.load_npz(file), data["y"], json.loads(str(data["header"]))


X, y, about = reduce("counter:3", "svm")
print(f"{about['gates']} NAND gates became {X.shape[0]} training examples with {X.shape[1]} features")

# %% [markdown]
# The circuit is now a training set. This is one example of it, and these are all numbers that occur:

# %%
example = X[100]
print("features", dict(zip(example.indices.tolist(), example.data.tolist(), strict=True)), "label", y[100])
print("values  ", sorted(set(X.data.tolist())), "labels", sorted(set(y.tolist())))

# %% [markdown]
# Now train a linear SVM on it, in the given order, epoch after epoch. Nothing here knows of circuits.

# %%
svm = SGDClassifier(loss="hinge", penalty=None, learning_rate="constant", eta0=1.0, fit_intercept=False, shuffle=False)


def bits(weights):
    """The latches, lowest bit last, as the signs of some weights."""
    return "".join(str(int((weights[s["coordinate"]] > 0) != s["inverted"])) for s in reversed(about["state"]))


for epoch in range(1, 100):
    svm.partial_fit(X, y, classes=[-1, 1])
    weights = svm.coef_[0]
    print(f"after epoch {epoch}: {bits(weights)}   accepting weight {weights[about['accept']]:+.0f}")
    if weights[about["accept"]] > 0:
        break

# %% [markdown]
# The weights count in binary, and a weight that was 0 all along turns positive when the alarm rings. Had we asked
# "will this training ever make that weight positive?", the only way to know would have been to let it count: for a
# counter of 64 bits that is 2^64 epochs, and for a general circuit no shortcut is known (PSPACE-hardness).
#
# Shuffle the examples, and the spell is broken:

# %%
shuffled = SGDClassifier(loss="hinge", penalty=None, learning_rate="constant", eta0=1.0, fit_intercept=False)
shuffled.set_params(random_state=0)
for _ in range(8):
    shuffled.partial_fit(X, y, classes=[-1, 1])
print("shuffled:", " ".join(f"{weight:+.2f}" for weight in shuffled.coef_[0][:8]), "...")

# %% [markdown]
# Is it luck that doubles were exact? No: all numbers are quarters and small, so that nothing is ever rounded.
# The toolkit proves that, compares all weights of all epochs with an exact run, and finds where floats are not enough:


# %%
def show(*arguments):
    command = [sys.executable, "-m", "ogd_exact.replay", *arguments]
    print("$ python -m ogd_exact.replay", *arguments)
    print(subprocess.run(command, capture_output=True, text=True).stdout)


show("counter:3", "--library", "sklearn")
show("counter:2", "--model", "svm-reg", "--library", "sklearn")

# %% [markdown]
# A network with one ReLU unit under squared loss computes as well (PyTorch); with a second layer the numbers are no
# longer dyadic, and an error of 10^-12 grows until a bit flips.

# %%
try:
    import torch  # noqa: F401
except ImportError:
    print("the rest needs torch: pip install 'ogd-exact[torch]'")
else:
    show("counter:3", "--model", "dense-relu", "--library", "torch")
    show("counter:2", "--model", "dense-relu-dense", "--library", "torch", "--dtype", "float64")
