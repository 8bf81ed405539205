"""BLIF, the Berkeley logic interchange format: read with its hierarchy flattened, and written."""

from collections.abc import Iterator

from ogd_exact.circuits.blif_flatten import Flat, Gate
from ogd_exact.circuits.blif_syntax import read_models
from ogd_exact.circuits.graph import Graph
from ogd_exact.circuits.ordering import Loop, operands_first
from ogd_exact.circuits.sequential import FALSE, Latch, Named, Sequential, unused_name

NAMES_PER_LINE = 16


def read_blif(data: bytes, path: str | None = None) -> Sequential:
    """The circuit of a file's bytes: its first model; all latches tick together, so the one clock is no input."""
    flat = Flat(read_models(data, path), path)
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
    """Everything that these gates, the latches and the outputs read is driven, and by something other than a clock."""

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


def write_blif(circuit: Sequential, name: str = "circuit") -> bytes:
    """The file of a circuit. BLIF has no bads: they become outputs, and come first so that they are asked first.

    A name that BLIF cannot hold, or that two things share, is changed.
    """
    taken: set[str] = set()
    nets = [unused_name(writable(wanted), taken) for wanted in circuit.inputs]
    nets += [unused_name(writable(latch.name), taken) for latch in circuit.latches]
    direct = {net: 2 * (1 + i) for i, net in enumerate(nets)}
    # In the order of the file; a net that is an output under its own name needs no copy.
    outputs: dict[str, int] = {}
    for wanted, literal in (*circuit.bads, *circuit.outputs):
        own = writable(wanted)
        is_net = own not in outputs and direct.get(own) == literal
        outputs[own if is_net else unused_name(own, taken)] = literal
    nets = [unused_name("false", taken), *nets]
    nets += [unused_name(f"n{circuit.first_and + i}", taken) for i in range(len(circuit.ands))]
    nexts = [unused_name(f"next_{net}", taken) for net in nets[1 + len(circuit.inputs) : circuit.first_and]]

    def cover(output: str, *literals: int) -> list[str]:
        row = "".join("01"[literal & 1 ^ 1] for literal in literals)
        return [" ".join([".names", *(nets[literal >> 1] for literal in literals), output]), f"{row} 1"]

    lines = [f".model {writable(name)}", *listed(".inputs", nets[1 : 1 + len(circuit.inputs)])]
    lines += [*listed(".outputs", list(outputs)), f".names {nets[0]}"]
    for i, latch in enumerate(circuit.latches):
        reset = 3 if latch.reset is None else latch.reset
        lines.append(f".latch {nexts[i]} {nets[1 + len(circuit.inputs) + i]} {reset}")
    for i, pair in enumerate(circuit.ands):
        lines += cover(nets[circuit.first_and + i], *pair)
    for follows, latch in zip(nexts, circuit.latches, strict=True):
        lines += cover(follows, latch.next)
    for output, literal in outputs.items():
        lines += cover(output, literal) if direct.get(output) != literal else []
    return ("\n".join([*lines, ".end"]) + "\n").encode()


def writable(name: str) -> str:
    return "".join("_" if c in " #\\" else c for c in name)


def listed(keyword: str, names: list[str]) -> Iterator[str]:
    """As many lines as it takes for readers that bound the length of a line."""
    for start in range(0, len(names), NAMES_PER_LINE):
        yield " ".join([keyword, *names[start : start + NAMES_PER_LINE]])
