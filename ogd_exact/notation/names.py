"""How names of symbols, coordinates and gadgets are typeset; different names never look the same."""

GREEK = """
    alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
"""
LETTERS = {name: f"\\{name}" for name in GREEK.split()} | {"eps": r"\epsilon", "epsilon": r"\varepsilon"}
SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def symbol(name: str) -> str:
    """alpha, eps1, sqrt_eta or a user's own name, in math mode."""
    if name.startswith("sqrt_") and len(name) > len("sqrt_"):
        return rf"\sqrt{{{symbol(name.removeprefix('sqrt_'))}}}"
    stem, digits = letter_and_index(name)
    if stem:
        return LETTERS.get(stem, stem) + (f"_{braced(digits)}" if digits else "")
    return rf"\mathit{{{escaped(name)}}}"


def letter_and_index(name: str) -> tuple[str, str]:
    """eps1 as eps and 1; two empty texts for a name that is no letter with an index."""
    stem = name.rstrip("0123456789")
    return (stem, name.removeprefix(stem)) if stem in LETTERS or len(stem) == 1 else ("", "")


def braced(text: str) -> str:
    """An exponent or index: in braces, unless it is a single character."""
    return text if len(text) == 1 else f"{{{text}}}"


def weight(coordinate: str) -> str:
    """The weight at a coordinate; v is a weight itself."""
    return "v" if coordinate == "v" else f"w_{{{symbol(coordinate)}}}"


def call(gadget: str, *arguments: str) -> str:
    """A gadget with its arguments, which are math already."""
    return rf"\texttt{{{escaped(gadget)}}}$({', '.join(arguments)})$"


def escaped(text: str) -> str:
    """Plain text, whatever it holds."""
    return "".join(SPECIAL.get(character, character) for character in text)
