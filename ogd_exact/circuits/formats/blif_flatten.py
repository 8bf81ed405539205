"""Joins the models of a BLIF file into one list of nets, each with one driver."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ogd_exact.circuits.formats.blif_cells import advice
from ogd_exact.circuits.formats.blif_syntax import Cover, Instance, Model, Register
from ogd_exact.circuits.netlists.ordering import Loop, operands_first
from ogd_exact.circuits.netlists.sequential import MAX_VARIABLES, some
from ogd_exact.core.kernel.errors import InputError

MAX_INSTANCES = 100_000
MAX_NAME = 1024


class Gate(NamedTuple):
    """A cover, on nets."""

    cover: Cover
    inputs: list[int]
    output: int


class Flop(NamedTuple):
    """A register, on nets."""

    register: Register
    data: int
    output: int
    clock: int | None


class Scope(NamedTuple):
    """One use of a model: its nets by name, and what precedes their names in the whole circuit."""

    model: Model
    nets: dict[str, int]
    prefix: str


class Flat:
    """The nets of the circuit; a net of an instance is named model.number/net, after its .subckt in the parent."""

    def __init__(self, models: Mapping[str, Model], path: str | None) -> None:
        self.models, self.path = models, path
        self.names: list[tuple[str, str]] = []
        self.drivers: dict[int, int] = {}
        self.gates: list[Gate] = []
        self.flops: list[Flop] = []
        self.size = 0
        self.check_hierarchy()
        self.top = Scope(next(iter(models.values())), {}, "")
        for name, line in (self.top.model.inputs | self.top.model.clocks).items():
            self.drive(self.net(self.top, name, line), line)
        waiting, instances = [self.top], 0
        while waiting:
            scope = waiting.pop()
            self.add_contents(scope)
            inside = list(self.opened(scope))
            instances += len(inside)
            if instances > MAX_INSTANCES:
                raise self.error(f"more than {MAX_INSTANCES} instances when flattened", scope.model.line)
            waiting += reversed(inside)

    def error(self, message: str, line: int) -> InputError:
        return InputError(message, self.path, line)

    def name(self, net: int) -> str:
        return "".join(self.names[net])

    def net(self, scope: Scope, name: str, line: int) -> int:
        if name not in scope.nets:
            self.check_length(scope.prefix, name, line)
            if len(self.names) >= MAX_VARIABLES:
                raise self.error(f"more than {MAX_VARIABLES} nets when flattened", line)
            scope.nets[name] = len(self.names)
            self.names.append((scope.prefix, name))
        return scope.nets[name]

    def check_length(self, prefix: str, name: str, line: int) -> None:
        if len(prefix) + len(name) > MAX_NAME:
            raise self.error(f"a name has at most {MAX_NAME} characters, with those of its instances", line)

    def drive(self, net: int, line: int) -> int:
        if net in self.drivers:
            raise self.error(f"net {self.name(net)!r} is driven twice; first on line {self.drivers[net]}", line)
        self.drivers[net] = line
        return net

    def check_hierarchy(self) -> None:
        """Checks that every model exists, and that none contains itself."""
        numbers = {name: i for i, name in enumerate(self.models)}
        for model in self.models.values():
            for instance in model.instances:
                if instance.model not in numbers:
                    known = ", ".join(name[:40] for name in list(numbers)[:8])
                    message = f"there is no model {instance.model[:40]!r}; the file has {known}"
                    raise self.error(message + advice(instance), instance.line)
        self.check_blackboxes()
        parts = [[numbers[instance.model] for instance in model.instances] for model in self.models.values()]
        try:
            operands_first(range(len(parts)), lambda i: parts[i])
        except Loop as loop:
            model = list(self.models.values())[loop.node]
            raise self.error(f"model {model.name[:40]!r} contains itself", model.line) from None

    def check_blackboxes(self) -> None:
        """Checks that nothing is a blackbox, as what one does is not in the file."""
        first = next(iter(self.models.values()))
        if first.blackbox:
            raise self.error("the first model, which is the circuit, is a blackbox", first.blackbox[0])
        used = [part for model in self.models.values() for part in model.instances if self.models[part.model].blackbox]
        if used:
            names = some(list(dict.fromkeys(part.model for part in used)))
            raise self.error(f"uses blackboxes, and what they do is not in the file: {names}", used[0].line)

    def add_contents(self, scope: Scope) -> None:
        for cover in scope.model.covers:
            cells = sum(len(row) - row.count("-") for row in cover.rows)
            self.size += 1 + max(cells, len(cover.inputs))  # each takes memory in every instance
            if self.size > MAX_VARIABLES:
                raise self.error(f"more than {MAX_VARIABLES} cells of covers when flattened", cover.line)
            output = self.drive(self.net(scope, cover.output, cover.line), cover.line)
            self.gates.append(Gate(cover, [self.net(scope, name, cover.line) for name in cover.inputs], output))
        for register in scope.model.registers:
            line = register.line
            output = self.drive(self.net(scope, register.output, line), line)
            clock = self.net(scope, register.clock[1], line) if register.clock else None
            self.flops.append(Flop(register, self.net(scope, register.data, line), output, clock))

    def opened(self, scope: Scope) -> Iterator[Scope]:
        for number, instance in enumerate(scope.model.instances, 1):
            model = self.models[instance.model]
            self.check_connections(instance, model)
            nets = {formal: self.net(scope, actual, instance.line) for formal, actual in instance.connections.items()}
            label = f"{model.name}.{number}/"
            self.check_length(scope.prefix, label, instance.line)
            yield Scope(model, nets, scope.prefix + label)

    def check_connections(self, instance: Instance, model: Model) -> None:
        formals = model.inputs | model.outputs | model.clocks
        for formal in instance.connections:
            if formal not in formals:
                raise self.error(f"model {model.name[:40]!r} has no input or output {formal[:40]!r}", instance.line)
        for formal in model.inputs | model.clocks:
            if formal not in instance.connections:
                message = f"input {formal[:40]!r} of model {model.name[:40]!r} is not connected"
                raise self.error(message, instance.line)
