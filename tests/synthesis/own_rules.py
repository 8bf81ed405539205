"""Rules that are not shipped, and models with them, for tests of searches."""

from pathlib import Path

RULES_OF_USERS = """
[squared-hinge]
score = "y*p"
kinks = ["1"]
moves = [{ x = "2*y*(1 - y*p)" }, {}]
labels = ["1", "-1"]

[modified-huber]
score = "y*p"
kinks = ["-1", "1"]
moves = [{ x = "4*y" }, { x = "2*y*(1 - y*p)" }, {}]
labels = ["1", "-1"]

[leaky-relu]
score = "p"
kinks = ["0"]
moves = [{ x = "1/2*(y - 1/2*p)" }, { x = "y - p" }]

[absolute]
score = "y - p"
kinks = ["0"]
moves = [{ x = "-1" }, { x = "1" }]

[huber]
constants = { epsilon = "epsilon" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-epsilon" }, { x = "y - p" }, { x = "epsilon" }]

[insensitive]  # as a classifier has it, whose labels are no mirrors of each other
score = "y - p"
kinks = ["-1/2", "1/2"]
moves = [{ x = "-1" }, {}, { x = "1" }]
labels = ["1", "-1"]
"""
MODELS = {
    "squared-hinge": 'learning_rate = "1/2"\nencoding = { true = "1", false = "0" }\n',
    "modified-huber": 'learning_rate = "1/2"\nencoding = { true = "4", false = "0" }\n',
    "leaky-relu": "",
    "absolute": 'encoding = { true = "2", false = "0" }\n',
    "huber": 'learning_rate = "1/epsilon"\nsymbols = ["epsilon"]\nencoding = { true = "2", false = "0" }\n'
    'region = [{ bound = "epsilon > 0" }]\n',
    "insensitive": 'encoding = { true = "4", false = "0" }\n',
}


def with_own_rules(folder: Path) -> Path:
    """A folder with a model for each rule."""
    for text in RULES_OF_USERS.split("\n[")[1:]:
        name, rule = text.partition("]")[0], text.partition("\n")[2]
        (folder / name).mkdir(parents=True)
        (folder / name / "model.toml").write_text(f"{MODELS[name]}\n[rule]\n{rule}")
    return folder
