"""Names that help texts and completion mention, so that neither imports the rooms that define them; a test compares."""

MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")
TABLES = ("short", "norm", "annealed")
MACHINES = {
    "counter": (1, 64),
    "lfsr": (2, 32),
    "gray": (1, 64),
    "johnson": (1, 64),
    "rule110": (3, 64),
    "collatz": (1, 64),
    "busybeaver": (1, 64),
    "mult": (1, 32),
}
QUESTIONS = ("first-coordinate", "fixed-point", "norm")
ENGINES = ("auto", "kernel", "gadget", "native", "circuit")
LIBRARIES = ("sklearn", "sklearn-sparse", "torch", "river", "vw")
DTYPES = ("float64", "float32", "float16", "bfloat16")
