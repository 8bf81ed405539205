"""Cells whose meaning does not stand in a BLIF file: plain gates of yosys, and advice for all others."""

from ogd_exact.circuits.formats.blif_syntax import Cover, Instance, Model, Register
from ogd_exact.core.kernel.errors import InputError

# Inputs, and the rows for which the output Y is 1; yosys writes such cells with write_blif -icells.
GATES = {
    "$_BUF_": ("A", "1"),
    "$_NOT_": ("A", "0"),
    "$_AND_": ("A B", "11"),
    "$_NAND_": ("A B", "0- -0"),
    "$_OR_": ("A B", "1- -1"),
    "$_NOR_": ("A B", "00"),
    "$_XOR_": ("A B", "10 01"),
    "$_XNOR_": ("A B", "11 00"),
    "$_ANDNOT_": ("A B", "10"),
    "$_ORNOT_": ("A B", "1- -0"),
    "$_MUX_": ("A B S", "1-0 -11"),
    "$_NMUX_": ("A B S", "0-0 -01"),
    "$_AOI3_": ("A B C", "0-0 -00"),
    "$_OAI3_": ("A B C", "00- --0"),
    "$_AOI4_": ("A B C D", "0-0- 0--0 -00- -0-0"),
    "$_OAI4_": ("A B C D", "00-- --00"),
}
# Their start is not in the file.
FLOPS = {"$_DFF_P_": "re", "$_DFF_N_": "fe", "$_FF_": None}
PROPERTIES = ("$assert", "$assume", "$anyconst", "$anyseq", "$initstate")
ENDLESS = ("$cover", "$live", "$fair")


def with_plain_cells(models: dict[str, Model], path: str | None) -> None:
    """Puts covers and registers in place of cells that are plain, unless the file has a model of that name."""
    for model in models.values():
        cells = [cell for cell in model.instances if cell.model not in models and cell.model in {*GATES, *FLOPS}]
        for cell in cells:
            if cell.model in GATES:
                inputs, rows = (text.split() for text in GATES[cell.model])
                on = pins(cell, [*inputs, "Y"], path)
                model.covers.append(Cover(cell.line, on[:-1], on[-1], rows, ["1"] * len(rows)))
            else:
                edge = FLOPS[cell.model]
                on = pins(cell, ["D", "Q", *(["C"] if edge else [])], path)
                model.registers.append(Register(cell.line, on[0], on[1], (edge, on[2]) if edge else None, None))
        plain = {id(cell) for cell in cells}
        model.instances[:] = [cell for cell in model.instances if id(cell) not in plain]


def pins(cell: Instance, names: list[str], path: str | None) -> list[str]:
    if {*cell.connections} != {*names}:
        raise InputError(f"{cell.model} is connected by {', '.join(names)}, and by nothing else", path, cell.line)
    return [cell.connections[name] for name in names]


def advice(cell: Instance) -> str:
    """What helps with a cell that is no model of the file; empty if nothing is known of it."""
    if not cell.model.startswith("$"):
        abc = "read_library LIBRARY; read_blif FILE; unmap; write_blif NEW"
        return f"; for gates of a library, run in ABC: {abc}" if cell.is_gate else ""
    if cell.model in PROPERTIES:
        makes = "makes bads of $assert, constraints of $assume and latches of $anyconst"
        return f"; run aigmap and write_aiger -symbols in yosys in place of write_blif, which {makes}"
    if cell.model in ENDLESS:
        return "; run chformal -cover -live -fair -remove in yosys before write_blif"
    if cell.model.startswith("$_"):
        return "; run async2sync and dffunmap in yosys before write_blif, which make plain latches of such cells"
    make = "which make plain gates and latches of such cells"
    return f"; run synth -flatten, async2sync and dffunmap in yosys before write_blif, {make}"
