"""The compiled files of docs/gallery are what yosys makes of the Verilog files beside them."""

import re
import shutil
from pathlib import Path

import pytest
from gallery import FILES, FOLDER, RESETS, compiling, source, status_by_abc, to_aiger, yosys

from conftest import sampled

READ = {"blif": "read_blif {path}; rename {name} {part}", "aig": "read_aiger -module_name {part} {path}"}


def both(name: str) -> str:
    """A circuit of two, `committed` and `compiled`, on the same inputs, that shows where they differ after a reset."""
    inputs, outputs = (re.findall(rf"\b{kind} (\w+)", source(name)) for kind in ("input", "output"))
    free = ", ".join(f"input {one}" for one in inputs if one not in RESETS)
    lines = [f"module both({free}, output differ);"]
    lines += [RESETS[one].verilog(one) for one in inputs if one in RESETS]
    for part in ("committed", "compiled"):
        ports = [f".{one}({one})" for one in inputs] + [f".{one}({part}_{one})" for one in outputs]
        lines += [f"  wire {part}_{one};" for one in outputs] + [f"  {part} the_{part}({', '.join(ports)});"]
    lines += ["  reg begun = 0;", "  always @(posedge clk) begun <= 1;"]
    unequal = " | ".join(f"committed_{one} != compiled_{one}" for one in outputs)
    return "\n".join([*lines, f"  assign differ = begun & ({unequal});", "endmodule", ""])


def comparison(folder: Path, file: str, text: str) -> str:
    """What ABC says of whether the file ever differs from what this Verilog text is compiled to."""
    name, ending = file.split(".")
    (folder / f"{name}.v").write_text(text)
    yosys(folder, compiling(file))
    shutil.copy(FOLDER / file, folder / f"committed.{ending}")
    (folder / "both.v").write_text(both(name))
    committed = READ[ending].format(path=f"committed.{ending}", name=name, part="committed")
    compiled = READ[ending].format(path=file, name=name, part="compiled")
    to_aiger(folder, f"{committed}; {compiled}; read_verilog both.v", "both")
    return status_by_abc(folder, "read_aiger both.aig; zero; scorr; pdr")


@pytest.mark.parametrize("file", sampled(FILES, 3, lambda _: ()))
def test_compiled_again_they_do_the_same(tmp_path: Path, file: str) -> None:
    assert re.match("Status = *1 ", comparison(tmp_path, file, source(file.split(".")[0])))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("lock.blif", "key ? OPEN : ONE_ZERO;", "key ? OPEN : NOTHING;"),
        ("mutex.aig", "if (!second_flag) first", "if (1) first"),
    ],
)
def test_others_are_told_apart(tmp_path: Path, file: str, old: str, new: str) -> None:
    text = source(file.split(".")[0])
    assert text.count(old) == 1
    assert re.match("Status = *0 ", comparison(tmp_path, file, text.replace(old, new)))
