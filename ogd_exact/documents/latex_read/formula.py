r"""The strict grammar of formulas: LaTeX in, an expression of tables/expressions.py out; what is not known is an error.

sum     := [sign] product (sign product)*
product := power ([\cdot | \times | * | /] power)*       juxtaposed factors are multiplied
power   := atom [^ integer]
atom    := number | symbol | fraction | number fraction of two numbers (a mixed number)
         | \sqrt{symbol} | ( sum )

Braces that are not those of an argument count for nothing, as in print.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import DIGITS, FRACTIONS, TIMES, shown_token, visible_tokens

GREEK_VARIANTS = {"varepsilon": "epsilon", "varrho": "rho", "vartheta": "theta", "varphi": "phi"}
MAX_DEPTH = 25


class Value(NamedTuple):
    """An expression, and how tightly it binds: 0 a sum, 1 a product, 2 a quotient's divisor at most, 3 an atom."""

    text: str
    tightness: int

    def within(self, tightness: int) -> str:
        return self.text if self.tightness >= tightness else f"({self.text})"


class Formula:
    """Reads one formula; `symbol` says what a name means, or raises."""

    def __init__(self, tokens: Tokens, owner: Token, symbol: Callable[[str, Token], str]) -> None:
        self.reader, self.owner, self.symbol = TokenReader(visible_tokens(tokens)), owner, symbol
        self.depth = 0

    def whole(self) -> Value:
        """The formula, and nothing behind it."""
        value = self.sum()
        rest = self.reader.peek()
        if rest is not None:
            raise rest.error(f"{shown_token(rest)} is not understood here; a cell holds one formula")
        return value

    def here(self) -> Token:
        return self.reader.peek() or self.reader.last or self.owner

    def sum(self) -> Value:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.here().error(f"a formula nests at most {MAX_DEPTH} deep")
        sign = self.sign()
        value = self.product()
        text = f"-{value.within(1)}" if sign == "-" else value.text
        terms = 1
        while sign := self.sign():
            text += f" {sign} {self.product().within(1)}"
            terms += 1
        self.depth -= 1
        return Value(text, 0 if terms > 1 or text.startswith("-") else value.tightness)

    def sign(self) -> str:
        token = self.reader.peek()
        if token is None or not token.is_char("+", "-"):
            return ""
        self.reader.take()
        return token.text

    def product(self) -> Value:
        value, divided = self.power(), False
        while (token := self.reader.peek()) is not None:
            before, divided = divided, token.is_char("/")
            if divided or token.is_char("*") or token.is_word(*TIMES):
                self.reader.take()
            elif token.is_char("+", "-", ")", "}", ",", "=", "."):
                break
            elif before:
                raise token.error("a/bc could be read in two ways; write \\frac, parentheses or \\cdot")
            factor = self.power()
            value = Value(f"{value.within(1)}{'/' if divided else '*'}{factor.within(2)}", 1)
        return value

    def power(self) -> Value:
        start = self.reader.position
        base = self.atom()
        if not self.reader.at_char("^"):
            return base
        hat = self.reader.take()
        assert hat is not None
        if any(t.is_word(*FRACTIONS) for t in self.reader.tokens[start : self.reader.position]) and base.tightness == 3:
            raise hat.error("a power of a mixed number needs parentheses")
        digits = "".join(t.text for t in self.reader.argument(hat) if t.kind != "space")
        if not digits.lstrip("-").isdecimal() or not digits.isascii() or digits.count("-") > 1:
            raise hat.error("an exponent is an integer, as in \\alpha^2")
        if self.reader.at_char("^"):
            raise self.here().error("a power of a power needs parentheses")
        no_digit_behind(self.reader, "an exponent")
        return Value(f"{base.within(3)}^{digits}", 2)

    def atom(self) -> Value:
        token = self.reader.peek()
        if token is None:
            raise self.here().error("the formula ends too early; expected a number or a symbol")
        if token.is_char(*DIGITS, "."):
            return self.number(token)
        self.reader.take()
        if token.is_word(*FRACTIONS):
            above, below = (self.inner(self.reader.argument(token), token) for _ in range(2))
            return Value(f"{above.within(1)}/{below.within(2)}", 1)
        if token.is_word("sqrt"):
            inside = TokenReader(visible_tokens(self.reader.argument(token)))
            of = inside.take()
            name = "" if of is None or not is_name(of) else name_of(of, inside)
            if not name or inside.peek() is not None:
                raise token.error("a root is of one symbol, as in \\sqrt{\\eta}")
            return Value(self.symbol(f"sqrt_{name}", token), 3)
        if token.is_char("("):
            value = self.sum()
            if not self.reader.at_char(")"):
                raise self.here().error(f"expected ) here, to close what opens at column {token.column}")
            self.reader.take()
            return Value(value.within(3), 3)
        if not token.text.isascii():
            raise token.error(f"{shown_token(token)} is not ASCII; type - for a minus, and symbols as commands")
        if is_name(token):
            return Value(self.symbol(name_of(token, self.reader), token), 3)
        raise token.error(f"{shown_token(token)} is not understood here; expected a number or a symbol")

    def inner(self, tokens: Tokens, owner: Token) -> Value:
        """A formula of its own within this one."""
        inside = Formula(tokens, owner, self.symbol)
        inside.depth = self.depth
        return inside.whole()

    def number(self, first: Token) -> Value:
        whole, part = self.digits(), ""
        if self.reader.at_char("."):
            self.reader.take()
            part = self.digits()
            if not part:
                raise first.error("a number ends with a point; write its decimals, or drop it")
        value = Value(f"{whole}{part}/1{'0' * len(part)}", 1) if part else Value(whole, 3)
        token = self.reader.peek()
        if token is None or not token.is_word(*FRACTIONS) or part:
            return value
        start = self.reader.position
        self.reader.take()
        above, below = (self.reader.argument(token) for _ in range(2))
        if all(t.is_char(*DIGITS) for t in (*above, *below)) and above and below:
            texts = ["".join(t.text for t in part).lstrip("0") for part in (above, below)]
            if (len(texts[0]), texts[0]) >= (len(texts[1]), texts[1]):
                raise token.error("a number before an improper fraction: write \\cdot between them, or +")
            fraction = "/".join("".join(t.text for t in part) for part in (above, below))
            return Value(f"({whole} + {fraction})", 3)  # a mixed number
        self.reader.position = start
        return value

    def digits(self) -> str:
        found = ""
        while (token := self.reader.peek()) is not None and token.is_char(*DIGITS):
            found += token.text
            self.reader.take()
        return found


def is_name(token: Token) -> bool:
    return token.kind in ("word", "name") or (token.kind == "char" and token.text.isascii() and token.text.isalpha())


def no_digit_behind(reader: TokenReader, what: str) -> None:
    """TeX ends an exponent or index without braces after one digit; whoever typed two meant something else."""
    token = reader.peek()
    if token is not None and token.is_char(*DIGITS):
        raise token.error(f"a digit right behind {what}; write braces, or \\cdot between")


def name_of(token: Token, reader: TokenReader) -> str:
    r"""The name of a symbol: \epsilon_1 is epsilon1, x_{i_1} is x_i1; the letter c is not the command \c."""
    name = GREEK_VARIANTS.get(token.text, token.text)
    if token.kind == "word" and len(name) == 1:
        name = f"\\{name}"
    if reader.at_char("_"):
        below = reader.take()
        assert below is not None
        index = subscript(reader.argument(below))
        name += f"_{index}" if index[:1].isalpha() else index  # a_{lpha} is not \\alpha
        no_digit_behind(reader, "an index")
    return name


def subscript(tokens: Tokens) -> str:
    return "".join(t.text for t in tokens if t.kind in ("char", "word", "name") and not t.is_char("_", "{", "}"))


def symbols_of(known: Mapping[str, str]) -> Callable[[str, Token], str]:
    """Names as a table may use them; others are refused at their place."""

    def symbol(name: str, token: Token) -> str:
        if name not in known:
            there = ", ".join(known) or "none"
            what = "neither a symbol here nor a macro of the file" if token.kind == "word" else "not a symbol here"
            raise token.error(f"{shown_token(token)} ({name}) is {what}; symbols: {there}")
        return known[name]

    return symbol
