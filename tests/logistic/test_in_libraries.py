"""The training sets of the logistic loss in libraries, by hand: as docs/logistic.md shows them, and with softmax."""

import contextlib
import io
import re
from typing import Any

import ogd_exact as ogd
from conftest import ROOT, needs


def test_one_call_of_fit_counts() -> None:
    needs("sklearn", "scikit-learn")
    page = (ROOT / "docs" / "logistic.md").read_text()
    ((script, output),) = re.findall(r"```python\n(.*?)```\n\n    ([01]+)\n", page, re.S)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(script, {})  # noqa: S102 (it is ours)
    assert said.getvalue().strip() == output == f"{11:04b}"


def test_softmax_with_two_classes_does_the_same_at_half_the_rate() -> None:
    torch: Any = needs("torch", "torch")
    run = ogd.reduce("counter:3", model="logistic")
    x, loss = torch.tensor(run.arrays()[0]), torch.nn.CrossEntropyLoss()
    weights = torch.zeros(x.shape[1], 2, dtype=torch.float64, requires_grad=True)
    for k in range(1, 8):
        for row in x:
            (slope,) = torch.autograd.grad(loss(row[None] @ weights, torch.tensor([1])), weights)
            weights = (weights - 8 * slope).detach().requires_grad_()
        found = run.bits((weights[:, 1] - weights[:, 0]).detach().numpy())
        assert tuple(found) == tuple(bool(k >> i & 1) for i in range(3))
