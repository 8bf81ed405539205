r"""Which commands of a paper may mean something else than they are taken to mean.

A gadget table may use a command that is defined nowhere in the sources (then it is LaTeX's own), or once, in a way that
macros.py reads. So groups, conditions and the order of definitions do not matter. What defines a command whose name
cannot be read casts doubt on all that it could be; what changes how characters are read, on all there are.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.documents.latex_read.colours import DARK, GROUND, LIGHT, TEXT, is_light
from ogd_exact.documents.latex_read.tokens import Token

DEFINING = re.compile(  # may define the command right behind it, or what is named there
    r"(?i)([a-z@]*@)?([a-z]*def|[a-z]*let(cs|ltxmacro)?|(re)?new[a-z]*|provide[a-z]*|declare[a-z]*|[a-z]*(app?|pre|add)to"
    r"(@macro)?|[a-z]*cmd|[a-z]*commandx?(copy)?|[a-z]*macro|x?patch[a-z]*|[a-z]*robustify|pgfmath[a-z]*|foreach|global"
    r"|[a-z]*hook[a-z]*|(at|before|after)(begin|end)[a-z]*|(in|ex)cludecomment|specialcomment|setbool(ean)?|bool(true|false)|font)"
)
NEUTRAL = {"newline", "newpage", "newblock", "newlabel", "newlength", "newcounter", "newsavebox", "newtheorem", "eqdef"}
PRIMITIVE = ("def", "edef", "gdef", "xdef", "let", "futurelet", "DeclareMathSymbol", "DeclareMathAccent")
PREFIXES = ("global", "long", "protected", "outer", "expandafter", "noexpand")
REREADING = re.compile(  # changes how characters are read or printed, everywhere
    r"(cat|math|del|lc|uc)code|every[a-z]+|scan[a-z]*tokens|ExplSyntaxOn|read(line)?|(endline|escape)char|directlua"
    r"|\w*[sS]hort[vV]erb|\w*shorthand\w*|lstMakeShortInline|aftergroup|includeonly"
)
CORE = (  # what this project reads itself
    "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "DeclareMathOperator", "newenvironment",
    "NewDocumentCommand", "RenewDocumentCommand", "DeclareDocumentCommand", "ProvideDocumentCommand", "newcolumntype",
    "renewenvironment", "def", "edef", "gdef", "xdef", "let", "newif", "else", "or", "fi", "unless", "begin", "end",
    "input", "include", "endinput", "csname", "expandafter", "string",
)  # fmt: skip
COLOURS = re.compile(r"\w*color(?!box)\w*")
PLACES = ("env", "cmd", "begin", "end", "before", "after")  # parts of the names of hooks
ANY = "\\"  # in a name: what is known only when TeX runs
PACKAGES = (".sty", ".cls")
MAX_NAME = 60
MAX_DOUBTS = 1000


@dataclass
class MacroDefinitions:
    defined: Counter[str] = field(default_factory=Counter)
    doubts: dict[tuple[str, str], Token] = field(default_factory=dict)  # by how a name could begin and end
    with_at: set[Path] = field(default_factory=set)  # files in which @ is a letter
    answers: dict[tuple[str, bool], str] = field(default_factory=dict)

    def of(self, tokens: Sequence[Token]) -> "MacroDefinitions":
        """Looks at every token of all sources."""
        skipped = [token for token in tokens if token.kind == "skipped"]
        self.with_at = {token.path for token in tokens if token.is_word("makeatletter")}
        for k, token in enumerate(tokens):
            before, ahead = tokens[max(0, k - 1)], tokens[k + 1 : k + MAX_NAME]
            if token.is_char("^") and ahead and ahead[0].is_char("^"):
                self.doubt(token)
            elif token.is_word("csname"):
                self.spelled(token, ahead, before)
            elif token.is_word("endcsname"):  # a command by its name: it may define what stands right behind
                self.defined.update(t.text for t in ahead[:2] if t.kind == "word" and t.text not in CORE)
            elif token.is_word("unless") and not (ahead and ahead[0].kind == "word" and ahead[0].text.startswith("if")):
                self.doubt(token)
            elif token.is_word("sisetup") or (token.is_word("usepackage") and with_options(ahead, "siunitx")):
                self.defined["num"] += 1  # it may round
            elif token.is_word("foreach"):
                self.defined.update(t.text for t in up_to(ahead, "{") if t.kind == "word")
            elif token.kind == "word" and COLOURS.fullmatch(token.text):
                self.colour(token, ahead)
            elif token.kind == "word" and REREADING.fullmatch(token.text):
                if not (token.is_word("catcode") and "".join(t.text for t in ahead[:2]) == "`@"):
                    self.doubt(token)
            elif defines(token):
                self.definition(token, ahead, before)
        for token in skipped:  # what was not read, because it stands in an environment or command of that name
            if self.defined[token.text]:
                self.doubt(token)
        if own := next((token for token in tokens if token.is_word(*CORE) and self.defined[token.text]), None):
            self.doubt(own)
        return self

    def definition(self, token: Token, ahead: Sequence[Token], before: Token) -> None:
        start = next((k for k, t in enumerate(ahead) if not leads(t, ahead[k + 1 : k + 2])), len(ahead))
        target = ahead[start] if start < len(ahead) else token
        if target.is_char("#", "}") or target is token or (target.kind == "char" and token.is_word(*PRIMITIVE)):
            self.doubt(token)
        elif target.kind == "char":
            self.spelled(token, ahead[start:], token)
        elif target.kind == "word" and not target.is_word("csname") and not defines(target):
            self.defined[target.text] += 1
            if "@" in target.text and target.path not in self.with_at and target.path.suffix not in PACKAGES:
                self.defined[target.text.split("@")[0]] += 1  # @ is no letter here
            if before.is_word("expandafter") and start == 0:  # what is defined is what the target stands for
                self.doubt(token)
            meaning = next((t for t in ahead[start + 1 :] if t.kind != "space" and not t.is_char("=", "}", "{")), token)
            if "let" in token.text.lower() and (
                defines(meaning)
                or meaning.is_word("csname", "expandafter", "else", "or", "fi", "unless")
                or (meaning.kind == "word" and meaning.text.startswith("if") and not target.text.startswith("if"))
            ):
                self.doubt(token)  # another name for what defines, or for a condition
            elif "let" in token.text.lower() and meaning.kind == "word" and meaning.text.endswith(("true", "false")):
                self.defined[meaning.text] += 1  # another name for a switch

    def spelled(self, token: Token, ahead: Sequence[Token], before: Token) -> None:
        r"""A name in characters, up to \endcsname or a brace; that of a hook has several parts."""
        inside = [t for t in up_to(ahead, "}", "]") if not t.is_char("{")]
        name = "".join(t.text if t.kind == "char" and not t.is_char("#") else ANY for t in inside)
        name = re.sub(r"\\[0-9]", lambda _: ANY, name)  # an argument, #1
        if ANY in name or len(name) + 1 >= MAX_NAME:
            if not before.is_word("ifx", "ifcsname"):
                self.doubt(token, name)
        elif token.is_word("csname") and DEFINING.fullmatch(name):
            self.doubt(token)
        self.defined.update({name, *name.split("/")} - set(PLACES))

    def colour(self, token: Token, ahead: Sequence[Token]) -> None:
        """What could change a colour that is known by its name casts doubt on all commands of colours."""
        name = "".join(t.text for t in up_to(ahead, "}") if not t.is_char("{"))
        if token.is_word("rowcolors", "pagecolor"):
            grounds = re.findall(r"\{([a-z][^{}]*)\}", "".join(t.text for t in ahead))
            if not grounds or not all(map(is_light, grounds[: 2 if token.is_word("rowcolors") else 1])):
                self.doubt(token)
            return
        new = token.is_word("definecolor", "colorlet") and name.isalnum() and name not in DARK | LIGHT
        if not new and token.text not in (*TEXT, *GROUND, "arrayrulecolor", "normalcolor"):
            self.defined.update((*TEXT, *GROUND))

    def doubt(self, token: Token, name: str = ANY) -> None:
        parts = name.lower().split(ANY) if len(self.doubts) < MAX_DOUBTS else [""]
        self.doubts.setdefault((parts[0], parts[-1]), token)

    def problem(self, name: str, known: bool = False) -> str:
        """Why a name may mean something else than what is known of it; empty if it cannot."""
        if (name, known) not in self.answers:
            self.answers[name, known] = self.look(name, known)
        return self.answers[name, known]

    def look(self, name: str, known: bool) -> str:
        if self.defined[name] > known:
            problem = f"\\{name} is defined more than once, or in a way that is not understood"
            return f"{problem}; gadget tables need macros with one \\newcommand"
        lower = name.lower()
        for (start, end), by in self.doubts.items():
            if len(name) >= len(start + end) and lower.startswith(start) and lower.endswith(end):
                where = f"{by.text!r} at {by.path.name}:{by.line}:{by.column}"
                remedy = "write all definitions out, or give the file of the tables alone"
                if by.path.suffix in PACKAGES:
                    remedy = f"if {by.path.name} is one of LaTeX's own, say so by % ogd-exact: skip behind its name"
                return f"\\{name} may mean something else here, by {where}; {remedy}"
        return ""


def with_options(ahead: Sequence[Token], package: str) -> bool:
    """Whether a package is loaded here with options."""
    said = "".join(t.text for t in up_to(ahead, "}"))
    return said.startswith("[") and package in said.rsplit("{", 1)[-1].split(",")


def defines(token: Token) -> bool:
    return token.kind == "word" and token.text not in NEUTRAL and bool(DEFINING.fullmatch(token.text))


def leads(token: Token, following: Sequence[Token]) -> bool:
    """Whether a token stands between a command that defines and its target."""
    star = token.is_char("*") and bool(following) and (following[0].kind == "word" or following[0].is_char("{"))
    return star or token.kind in ("space", "par") or token.is_char("{") or token.is_word(*PREFIXES)


def up_to(tokens: Sequence[Token], *ends: str) -> list[Token]:
    end = next((k for k, t in enumerate(tokens) if t.is_char(*ends) or t.is_word("endcsname")), len(tokens))
    return list(tokens[:end])
