"""Circuits as AIGER and BLIF files, to be read back, by this project and by others."""

from collections.abc import Iterator

from ogd_exact.circuits.netlists.sequential import Sequential, unused_name

NAMES_PER_LINE = 16


def write_aiger(circuit: Sequential, binary: bool) -> bytes:
    """The file of a circuit, with all names; the same circuit always gives the same bytes."""
    inputs, latches, ands = len(circuit.inputs), len(circuit.latches), len(circuit.ands)
    header = [inputs + latches + ands, inputs, latches, len(circuit.outputs), ands]
    header += [len(circuit.bads)] if circuit.bads or circuit.constraints else []
    header += [len(circuit.constraints)] if circuit.constraints else []
    lines = [f"{'aig' if binary else 'aag'} {' '.join(map(str, header))}"]
    if not binary:
        lines += [str(2 * (1 + i)) for i in range(inputs)]
    for i, latch in enumerate(circuit.latches):
        own = 2 * (1 + inputs + i)
        words = [latch.next] if binary else [own, latch.next]
        words += [own if latch.reset is None else latch.reset] if latch.reset != 0 else []
        lines.append(" ".join(map(str, words)))
    lines += [str(named.literal) for named in (*circuit.outputs, *circuit.bads, *circuit.constraints)]
    body = bytearray("\n".join(lines).encode() + b"\n")
    for i, pair in enumerate(circuit.ands):
        own, right, left = 2 * (circuit.first_and + i), *sorted(pair)
        body += encoded(own - left) + encoded(left - right) if binary else f"{own} {left} {right}\n".encode()
    kinds = [("i", circuit.inputs), *((kind[0], names) for kind, names in circuit.named_signals())]
    for letter, names in kinds:
        body += "".join(f"{letter}{i} {name}\n" for i, name in enumerate(names)).encode()
    return bytes(body)


def encoded(number: int) -> bytes:
    """Seven bits to a byte, lowest first; the top bit says that more follow."""
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    return bytes([*result, number])


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
