"""The lines of a BLIF file, as models that still refer to each other by name."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ogd_exact.core.kernel.errors import InputError

MAX_BYTES = 1 << 24
MAX_LINE = 1 << 22
MAX_COVER_INPUTS = 1 << 12
EDGES = ("re", "fe")
LEVELS = ("ah", "al", "as")
RESETS = {"0": 0, "1": 1, "2": None, "3": None}
KNOWN = {".inputs", ".outputs", ".clock", ".names", ".latch", ".subckt", ".gate", ".conn", ".blackbox"}
# Hints to synthesis that do not change what a circuit computes; .param is of cells that the file defines or lacks.
IGNORED = {".area", ".delay", ".wire_load_slope", ".wire", ".input_arrival", ".default_input_arrival"} | {
    ".output_required", ".default_output_required", ".input_drive", ".default_input_drive", ".output_load",
    ".default_output_load", ".max_input_load", ".default_max_input_load", ".attr", ".cname", ".param",
}  # fmt: skip


@dataclass(frozen=True)
class Cover:
    """A net as the sum of its rows (value 1), or as the opposite of their sum (value 0)."""

    line: int
    inputs: list[str]
    output: str
    rows: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Register:
    line: int
    data: str
    output: str
    clock: tuple[str, str] | None
    reset: int | None


@dataclass(frozen=True)
class Instance:
    """A .subckt or .gate: the model's nets by name, and what each is connected to."""

    line: int
    model: str
    connections: dict[str, str]
    is_gate: bool


@dataclass(frozen=True)
class Model:
    line: int
    name: str
    inputs: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, int] = field(default_factory=dict)
    clocks: dict[str, int] = field(default_factory=dict)
    covers: list[Cover] = field(default_factory=list)
    registers: list[Register] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    blackbox: list[int] = field(default_factory=list)  # lines that say that its contents are not in the file


def logical_lines(data: bytes, path: str | None) -> Iterator[tuple[int, list[str]]]:
    """The number and the words of each line, comments dropped and continued lines joined."""
    lines, start, size = data.removesuffix(b"\n").split(b"\n"), 1, 0
    parts: list[str] = []
    for number, whole in enumerate(lines, 1):
        line = whole.partition(b"#")[0]
        size += len(line)
        if not line.isascii() or b"\0" in line:
            raise InputError("is not ASCII text", path, number)
        if size > MAX_LINE:
            raise InputError(f"a line has at most {MAX_LINE} characters, with its continuations", path, number)
        text = line.decode().rstrip()
        start = start if parts else number
        parts.append(text.removesuffix("\\"))
        if text.endswith("\\") and number < len(lines):
            continue
        if words := " ".join(parts).split():
            yield start, words
        parts, size = [], 0


class Syntax:
    """Reads models line by line; what a line adds goes to the model last begun."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.models: dict[str, Model] = {}
        self.model: Model | None = None
        self.cover: Cover | None = None

    def error(self, message: str, line: int) -> InputError:
        return InputError(message, self.path, line)

    def read(self, line: int, words: list[str]) -> None:
        keyword, arguments = words[0], words[1:]
        if not keyword.startswith("."):
            self.read_row(line, words)
            return
        self.cover = None
        if keyword == ".model":
            self.begin(line, arguments)
        elif keyword == ".end":
            self.model = None
        elif keyword in IGNORED:
            return
        elif keyword not in KNOWN:
            raise self.error(f"{keyword[:40]} is not supported; use .names, .latch and .subckt only", line)
        elif self.model is None:
            raise self.error(f"{keyword} stands outside a model; begin with .model", line)
        elif keyword == ".names":
            self.read_names(self.model, line, arguments)
        elif keyword == ".latch":
            self.model.registers.append(self.register(line, arguments))
        elif keyword in (".subckt", ".gate"):
            self.model.instances.append(self.instance(line, keyword, arguments))
        elif keyword == ".conn":
            self.read_conn(self.model, line, arguments)
        elif keyword == ".blackbox":
            self.model.blackbox.append(line)
        else:
            nets = {".inputs": self.model.inputs, ".outputs": self.model.outputs, ".clock": self.model.clocks}[keyword]
            for name in arguments:
                if name in nets:
                    raise self.error(f"{name[:40]!r} is listed twice in {keyword}", line)
                nets[name] = line

    def begin(self, line: int, arguments: list[str]) -> None:
        if len(arguments) != 1:
            raise self.error("expected: .model NAME", line)
        (name,) = arguments
        if name in self.models:
            raise self.error(f"a second model {name[:40]!r}; first on line {self.models[name].line}", line)
        self.model = self.models[name] = Model(line, name)

    def read_names(self, model: Model, line: int, arguments: list[str]) -> None:
        if not 1 <= len(arguments) <= MAX_COVER_INPUTS + 1:
            raise self.error(f"expected: .names [INPUT ...] OUTPUT, with at most {MAX_COVER_INPUTS} inputs", line)
        self.cover = Cover(line, arguments[:-1], arguments[-1])
        model.covers.append(self.cover)

    def read_row(self, line: int, words: list[str]) -> None:
        if self.cover is None:
            raise self.error(f"expected a line that begins with a dot, found {words[0][:40]!r}", line)
        width = len(self.cover.inputs)
        row, value = ("", words[0]) if width == 0 else (words[0], words[-1])
        if len(words) != (2 if width else 1) or len(row) != width or set(row) - set("01-") or value not in ("0", "1"):
            rows = f"a row of {width} characters 0 1 - and then 0 or 1"
            raise self.error(f"expected {rows if width else '0 or 1 alone, as there are no inputs'}", line)
        if self.cover.values and value != self.cover.values[0]:
            raise self.error("the rows of one .names all end in 0 or all in 1", line)
        self.cover.rows.append(row)
        self.cover.values.append(value)

    def register(self, line: int, arguments: list[str]) -> Register:
        clock, reset = None, "3"
        if len(arguments) in (3, 5):
            reset = arguments[-1]
        if len(arguments) in (4, 5):
            clock = (arguments[2], arguments[3])
        elif len(arguments) not in (2, 3):
            raise self.error("expected: .latch INPUT OUTPUT [TYPE CONTROL] [INIT]", line)
        if reset not in RESETS:
            raise self.error(f"a latch starts as 0, 1, 2 or 3, not as {reset[:40]!r}", line)
        if clock and clock[0] in LEVELS:
            raise self.error(f"a latch of type {clock[0]} does not wait for an edge; use re or fe", line)
        if clock and clock[0] not in EDGES:
            raise self.error(f"{clock[0][:40]!r} is no type of latch; use re or fe", line)
        if clock and clock[1] == "NIL":
            clock = None
        return Register(line, arguments[0], arguments[1], clock, RESETS[reset])

    def read_conn(self, model: Model, line: int, arguments: list[str]) -> None:
        """A wire from the first net to the second."""
        if len(arguments) != 2:
            raise self.error("expected: .conn FROM TO", line)
        model.covers.append(Cover(line, arguments[:1], arguments[1], ["1"], ["1"]))

    def instance(self, line: int, keyword: str, arguments: list[str]) -> Instance:
        connections: dict[str, str] = {}
        for argument in arguments[1:]:
            formal, equals, actual = argument.partition("=")
            if not formal or not equals or not actual:
                raise self.error(f"expected a connection such as a=x, found {argument[:40]!r}", line)
            if formal in connections:
                raise self.error(f"{formal[:40]!r} is connected twice", line)
            connections[formal] = actual
        if not arguments:
            raise self.error(f"expected: {keyword} MODEL [FORMAL=ACTUAL ...]", line)
        return Instance(line, arguments[0], connections, keyword == ".gate")


def read_models(data: bytes, path: str | None) -> dict[str, Model]:
    """The models in the order of the file; the first is the circuit, the others its parts."""
    if len(data) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES} bytes; use AIGER", path)
    syntax = Syntax(path)
    for line, words in logical_lines(data, path):
        syntax.read(line, words)
    if not syntax.models:
        raise InputError("holds no model; begin with .model NAME", path, 1)
    return syntax.models
