"""BLIF, the Berkeley logic interchange format, read with its hierarchy flattened."""

from ogd_exact.circuits.formats.blif_cells import with_plain_cells
from ogd_exact.circuits.formats.blif_flatten import Flat, Gate
from ogd_exact.circuits.formats.blif_syntax import read_models
from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.ordering import Loop, operands_first
from ogd_exact.circuits.netlists.sequential import FALSE, Latch, Named, Sequential


def read_blif(data: bytes, path: str | None = None) -> Sequential:
    """The circuit of a file's bytes: its first model; all latches tick together, so the one clock is no input."""
    models = read_models(data, path)
    with_plain_cells(models, path)
    flat = Flat(models, path)
    clocks = clock_nets(flat)
    gates = relevant(flat)
    check_reads(flat, gates, clocks)
    top = flat.top
    inputs = [name for name in top.model.inputs if top.nets[name] not in clocks]
    graph = Graph(len(inputs) + len(flat.flops))
    leaves = [top.nets[name] for name in inputs] + [flop.output for flop in flat.flops]
    literals = {net: 2 * (1 + i) for i, net in enumerate(leaves)}
    for gate in gates:
        literals[gate.output] = sum_of_products(graph, gate, [literals[net] for net in gate.inputs])
    return Sequential(
        tuple(inputs),
        tuple(Latch(flat.name(flop.output), literals[flop.data], flop.register.reset) for flop in flat.flops),
        tuple(pair for pair in graph.variables if pair),
        tuple(Named(name, literals[top.nets[name]]) for name in top.model.outputs),
        clocks=tuple(flat.name(net) for net in sorted(clocks)),
    )


def clock_nets(flat: Flat) -> set[int]:
    """The declared clocks and the one that latches name; two, or both edges of one, would need a model of time."""
    clocks = {flat.top.nets[name] for name in flat.top.model.clocks}
    allowed = clocks | {flat.top.nets[name] for name in flat.top.model.inputs}
    first: tuple[str, int] | None = None
    for register, _, _, net in flat.flops:
        if register.clock is None or net is None:
            continue
        if net not in allowed:
            raise flat.error(f"the clock {flat.name(net)!r} is neither an input nor in .clock", register.line)
        first = first or (register.clock[0], net)
        if first != (register.clock[0], net):
            message = f"latches use both {first[0]} {flat.name(first[1])} and {register.clock[0]} {flat.name(net)}"
            raise flat.error(f"{message}; only one edge of one clock is supported", register.line)
        clocks.add(net)
    return clocks


def check_reads(flat: Flat, gates: list[Gate], clocks: set[int]) -> None:
    """Checks that all that gates, latches and outputs read is driven, and by something other than a clock."""

    def check(net: int, line: int) -> None:
        if net not in flat.drivers:
            raise flat.error(f"net {flat.name(net)!r} is read, but nothing drives it", line)
        if net in clocks:
            raise flat.error(f"the clock {flat.name(net)!r} is also read as data", line)

    for gate in gates:
        for net in gate.inputs:
            check(net, gate.cover.line)
    for flop in flat.flops:
        check(flop.data, flop.register.line)
    for name, line in flat.top.model.outputs.items():
        check(flat.net(flat.top, name, line), line)


def relevant(flat: Flat) -> list[Gate]:
    """The gates that a latch or an output depends on, each after those it reads.

    Others may read nets that nothing drives: yosys leaves such names behind where it flattens a hierarchy.
    """
    gates = {gate.output: gate for gate in flat.gates}
    try:
        order = operands_first(gates, lambda net: [operand for operand in gates[net].inputs if operand in gates])
    except Loop as loop:
        line = flat.drivers[loop.node]
        raise flat.error(f"net {flat.name(loop.node)!r} depends on itself without a latch between", line) from None
    read = {flop.data for flop in flat.flops}
    read |= {flat.net(flat.top, name, line) for name, line in flat.top.model.outputs.items()}
    for net in reversed(order):
        if net in read:
            read.update(gates[net].inputs)
    return [gates[net] for net in order if net in read]


def sum_of_products(graph: Graph, gate: Gate, operands: list[int]) -> int:
    result = FALSE
    for row in gate.cover.rows:
        factors = (operand ^ (c == "0") for operand, c in zip(operands, row, strict=True) if c != "-")
        result = graph.disjunction(result, graph.all_of(factors))
    return result ^ (gate.cover.values[:1] == ["0"])
