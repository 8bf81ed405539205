r"""How often each macro is defined anywhere in a paper.

TeX can define macros in many ways: under conditions, in groups, by other macros. A gadget table may use only macros
that are defined once in all of the source, so that none of this matters.
"""

import re
from collections import Counter
from collections.abc import Sequence

from ogd_exact.latex.tokens import Token

DEFINING = re.compile(
    r"(re)?new\w*|provide\w*|(Re)?[Nn]ew\w*|Provide\w*|Declare\w*|\w*def|\w*let|set\w*|\w*app?to|\w*preto|foreach"
    r"|pgfmath\w*|\w*cmd|\w*commandx?|global|\w*chardef|patch\w*|xpatch\w*|NewExpandable\w*"
)


def definitions(tokens: Sequence[Token]) -> Counter[str]:
    """For each name, how many commands seem to define it; a list of names at a time counts for each."""
    found: Counter[str] = Counter()
    before: Token | None = None  # the command that stands right before
    for k, token in enumerate(tokens):
        if token.kind == "word":
            if before is not None and DEFINING.fullmatch(before.text) and not DEFINING.fullmatch(token.text):
                found[token.text] += 1
            if token.is_word("csname", "@namedef", "@xnamedef", "csdef", "csgdef", "cslet"):
                found[spelled(tokens[k + 1 : k + 60])] += 2
            before = token
        elif token.kind == "char" and not token.is_char("{", "*", "="):
            before = None
    return found


def spelled(tokens: Sequence[Token]) -> str:
    """The name in \\csname name\\endcsname or {name}."""
    name = ""
    for token in tokens:
        if token.is_char("}") or token.kind == "word":
            break
        name += token.text if token.kind == "char" and not token.is_char("{") else ""
    return name
