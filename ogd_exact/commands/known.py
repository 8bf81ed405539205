"""Names that help texts and completion mention, so that neither imports the rooms that define them; a test compares."""

MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")
GADGETS = ("reset", "not", "copy", "destructive_nand", "set_false_if_unset", "copy_if_true", "correct_bias", "copy2",
           "d_nand")  # of the paper  # fmt: skip
BEYOND = ("perceptron", "svm-eta-reg", "svm-momentum", "svm-nesterov", "svm-nesterov-mu")  # models of the set rules
LOGISTIC = ("logistic", "logistic-reg")
TABLES = ("compact", "shortest", "atlas", "norm", "annealed", "rules", "any-order", "refresh", "powers", "logistic")
MACHINES = {"counter": (1, 64), "lfsr": (2, 64), "gray": (1, 64), "johnson": (1, 64), "rule110": (3, 64),
            "collatz": (1, 64), "busybeaver": (1, 64), "mult": (1, 32), "life": (3, 64)}  # fmt: skip
QUESTIONS = ("first-coordinate", "fixed-point", "norm")
MOST_FRAMES = 1000
ENGINES = ("auto", "kernel", "gadget", "native", "circuit", "invariant", "events")  # the last is for any order
ORDERS = ("full-batch", "cyclic", "reverse", "shuffle", "adversary", "batch:K")
LOSSES = ("concave", "ramp-at-1", "squared-error")  # that have no tables
LIBRARIES = ("sklearn", "sklearn-sparse", "torch", "river", "vw")
GADGET = "gadget:"  # begins what explore calls a gadget alone
DTYPES = ("float64", "float32", "float16", "bfloat16")
