"""Maps a netlist to gates of given kinds so that they take few examples. Nothing here is trusted: cells are checked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ogd_exact.circuits.netlists.cells import Cell, agrees
from ogd_exact.circuits.netlists.counts import counts
from ogd_exact.circuits.netlists.cuts import MOST_OPERANDS, Kind, Literal, Match, Matcher, cuts
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.circuits.netlists.ordering import Loop, operands_first
from ogd_exact.core.kernel.errors import InputError

ROUNDS = 3
MOST_TRIED = 30_000  # latches times cells, up to which latches are written without a copy
COPY, NOT, NAND = "01", "10", "1110"

# What is to be made: a literal; or, with an input, what is written over that input.
Node = tuple[int, bool] | tuple[int]


def mapping(netlist: Netlist, kinds: Sequence[Kind]) -> tuple[list[int], list[Cell]]:
    """Cells of these kinds, and the signals whose opposites some of them hold."""
    cover = Cover(netlist, kinds)
    for _ in range(ROUNDS):
        cover.estimate()
    for _ in range(ROUNDS):
        cover.improve()
    cover.write_directly()
    return cover.cells()


def length(cells: Iterable[Cell], kinds: Iterable[Kind]) -> int:
    """How many examples cells take."""
    cost = {(kind.table, kind.in_place): kind.cost for kind in kinds}
    return sum(cost[cell.table, cell.onto in cell.operands] for cell in cells if not cell.keeps)


class Plan(NamedTuple):
    """How literals are made, which of them are written over an input, and how other inputs are written."""

    choice: dict[Literal, Match]
    home: dict[Literal, int]
    writes: dict[int, Match]


class Cover:
    """A choice of gates for literals. What an input holds is free; its opposite, and all else, is made."""

    def __init__(self, netlist: Netlist, kinds: Sequence[Kind]) -> None:
        self.netlist, self.inputs = netlist, netlist.inputs
        self.kind = {kind.table: kind for kind in sorted(kinds, key=lambda kind: -kind.cost) if not kind.in_place}
        few = [kind for kind in self.kind.values() if len(kind.table) <= 1 << MOST_OPERANDS]
        self.in_place = Matcher([kind for kind in kinds if kind.in_place])
        self.literal: dict[int, Literal] = {i: (i, True) for i in range(netlist.inputs)}
        self.signal = {literal: signal for signal, literal in self.literal.items()}
        for signal, (a, b) in enumerate(netlist.gates, netlist.inputs):
            name, positive = self.literal[b]
            self.literal[signal] = (name, not positive) if a == b else (signal, True)
            if a != b or b == name:
                self.signal.setdefault(self.literal[signal], signal)
        # Roots that no literal's own signal serves are copies.
        self.held = {o: self.literal[o] for o in (*netlist.outputs, netlist.answer) if self.own(o) is None}
        roots = [self.literal[o][0] for o in (*netlist.outputs, netlist.answer)]
        order = operands_first(roots, lambda n: [self.literal[s][0] for s in self.gate(n)])
        self.order = [name for name in order if name >= self.inputs]
        found = cuts(self.inputs, netlist.gates, self.order, self.literal)
        # Where one leaf depends on another, a cut may hold by what they never are together, which takes a closer look.
        self.cuts = {
            name: [cut for cut in found[name] if agrees(self.inputs, netlist.gates, Cell(name, cut.table, cut.leaves))]
            for name in self.order
        }
        self.options: dict[Literal, list[Match]] = {}
        self.find_options(Matcher(few))
        for signal, (table, of, positive) in counts(self.inputs, netlist.gates) if len(few) < len(self.kind) else ():
            if table in self.kind and (signal, positive) in self.options:
                self.options[signal, positive].append(Match(self.kind[table], of))
        self.refs: dict[Literal, float] = dict(Counter(self.literal[s] for n in self.order for s in self.gate(n)))
        self.choice: dict[Literal, Match] = {}
        self.home: dict[Literal, int] = {}  # literals that are written over an input
        self.writes: dict[int, Match] = {}  # of inputs that are no home, by copies
        for i, output in enumerate(netlist.outputs):
            if self.literal[output] != (i, True):
                self.writes[i] = Match(self.needed(COPY), (self.root(output),))

    def gate(self, name: int) -> tuple[int, ...]:
        return () if name < self.inputs else self.netlist.gates[name - self.inputs]

    def own(self, signal: int) -> Literal | None:
        """The literal whose signal it is, if that is no input."""
        literal = self.literal[signal]
        return literal if literal[0] >= self.inputs and self.signal.get(literal) == signal else None

    def root(self, output: int) -> Literal:
        return self.own(output) or (output, True)

    def needed(self, table: str) -> Kind:
        if table not in self.kind:
            does = {COPY: "copies a bit", NOT: "negates one"}.get(table, f"computes {table}")
            raise InputError(f"no [[gate]] of the construction {does}; add one, such as [[gate]] of the set shortest")
        return self.kind[table]

    def find_options(self, matcher: Matcher) -> None:
        for signal, (name, positive) in self.held.items():
            self.options[signal, True] = [self.from_input(name, positive)]
        for i in range(self.inputs):
            self.options[i, False] = [Match(self.needed(NOT), ((i, True),))]
        for name in self.order:
            for positive in (True, False):
                self.options[name, positive] = []
            for cut in self.cuts[name]:
                for kind, places, signs, wanted in matcher.of_table(cut.table):
                    operands = tuple((cut.leaves[place], signs[place]) for place in places)
                    self.options[name, wanted].append(Match(kind, operands))
            a, b = (self.literal[signal] for signal in self.gate(name))
            if NAND in self.kind or a == b:  # as it stands, where that is no function of other kinds
                self.options[name, True].append(Match(self.needed(NOT if a == b else NAND), (a, b)[: 1 + (a != b)]))
            if not self.options[name, True] + self.options[name, False]:
                raise InputError("no [[gate]] of the construction computes a NAND of two; add one")

    def from_input(self, name: int, positive: bool) -> Match:
        return Match(self.needed(COPY if positive else NOT), ((name, True),))

    def is_free(self, literal: Literal) -> bool:
        return literal[0] < self.inputs and literal[1]

    def estimate(self) -> None:
        """Chooses for each literal what seems to take fewest examples, each literal shared by those that read it."""
        flow = dict[Literal, float]()

        def cost(match: Match) -> float:
            shared = ((flow[x], self.refs.get(x, 0)) for x in match.operands if not self.is_free(x))
            return match.kind.cost + sum(each / max(1, refs) for each, refs in shared)

        def choose(literal: Literal) -> None:
            if self.options[literal]:
                self.choice[literal] = min(self.options[literal], key=cost)
                flow[literal] = cost(self.choice[literal])

        for i in range(self.inputs):
            choose((i, False))
        invert = self.needed(NOT)
        for name in self.order:
            for literal in ((name, True), (name, False)):
                choose(literal)
            for literal, other in (((name, True), (name, False)), ((name, False), (name, True))):
                if flow.get(literal, float("inf")) > flow.get(other, float("inf")) + invert.cost:
                    self.choice[literal], flow[literal] = Match(invert, (other,)), flow[other] + invert.cost
        for signal in self.held:
            choose((signal, True))
        used = Counter(x for node in self.reached() for x in self.match(node).operands)
        self.refs = {x: (2 * used[x] + self.refs.get(x, 0)) / 3 for x in {*used, *self.refs}}

    def match(self, node: Node) -> Match:
        return self.writes[node[0]] if len(node) == 1 else self.choice[node]

    def starts(self) -> list[Node]:
        return [self.root(self.netlist.answer), *self.home, *((i,) for i in self.writes)]

    def reached(self) -> list[Node]:
        """All that is made, each after what it reads."""
        return operands_first(self.starts(), lambda node: [x for x in self.match(node).operands if not self.is_free(x)])

    def improve(self) -> None:
        """Takes for each literal what takes fewest examples as all others are made."""
        refs = Counter(x for node in self.reached() for x in self.match(node).operands)
        refs[self.root(self.netlist.answer)] += 1

        def moved(match: Match, by: int) -> int:
            """Counts the readers of all that a gate alone reads, and returns the examples that come or go."""
            area, waiting = 0, [match]
            while waiting:
                one = waiting.pop()
                area += one.kind.cost
                for x in one.operands:
                    if not self.is_free(x):
                        refs[x] += by
                        if refs[x] == (by > 0):
                            waiting.append(self.choice[x])
            return area

        for name in self.order:
            for literal in ((name, True), (name, False)):
                if refs[literal] <= 0:
                    continue
                moved(self.choice[literal], -1)
                found = list[tuple[int, Match]]()
                for match in [self.choice[literal], *self.options[literal], *self.inverter(literal)]:
                    found.append((moved(match, 1), match))
                    moved(match, -1)
                self.choice[literal] = min(found, key=lambda pair: pair[0])[1]
                moved(self.choice[literal], 1)

    def inverter(self, literal: Literal) -> Iterable[Match]:
        other = (literal[0], not literal[1])
        if other in self.choice and self.choice[other].operands != (literal,):
            yield Match(self.needed(NOT), (other,))

    def cost(self, nodes: Iterable[Node]) -> int:
        return sum(self.match(node).kind.cost for node in nodes)

    def write_directly(self) -> None:
        """Has gates write over inputs whose old values nobody reads afterwards, where that takes fewer examples."""
        if self.inputs * len(self.reached()) > MOST_TRIED:
            return
        for _ in range(ROUNDS):
            before = self.cost(self.reached())
            for i, output in enumerate(self.netlist.outputs):
                if i in self.writes:
                    self.place(i, output)
            if self.cost(self.reached()) == before:
                break

    def place(self, i: int, output: int) -> None:
        """Takes the best way to write over an input: a gate's own, in place, or from another input."""
        literal, now = self.literal[output], Plan(self.choice, self.home, self.writes)
        opposite, tried = (literal[0], not literal[1]), list[Plan]()
        without = {k: match for k, match in self.writes.items() if k != i}
        if literal[0] < self.inputs:
            ways = self.placed_over(i, literal) if literal[0] == i else [self.from_input(*literal)]
            tried = [now._replace(writes=self.writes | {i: way}) for way in ways]
        elif self.own(output) is not None:
            if opposite in self.choice and self.choice[opposite].operands != (literal,):
                tried.append(now._replace(writes=self.writes | {i: Match(self.needed(NOT), (opposite,))}))
            if literal not in self.home and literal != self.root(self.netlist.answer):
                own = [self.choice[literal], *self.options[literal], *self.inverter(literal)]
                ways = [*self.placed_over(i, literal), *(match for match in own if (i, True) not in match.operands)]
                tried += [Plan(self.choice | {literal: way}, self.home | {literal: i}, without) for way in ways]
        ranked = sorted(((self.cost(self.reached()), k) for k, plan in enumerate(tried) if self.take(plan)))
        self.take(now)
        best = self.cost(self.reached())
        for cost, k in ranked:
            if cost < best and self.take(tried[k]) and self.ordered() is not None:
                return
        self.take(now)

    def take(self, plan: "Plan") -> bool:
        self.choice, self.home, self.writes = plan
        return True

    def placed_over(self, i: int, literal: Literal) -> Iterable[Match]:
        """Gates that make a literal of what an input holds, and write it there."""
        if literal == (i, False) and NOT in self.in_place.known:
            yield Match(self.in_place.known[NOT][0][0], ((i, True),))
        for cut in self.cuts.get(literal[0], ()):
            for kind, places, signs, wanted in self.in_place.of_table(cut.table):
                operands = tuple((cut.leaves[place], signs[place]) for place in places)
                if wanted == literal[1] and operands[-1] == (i, True):
                    yield Match(kind, operands)

    def ordered(self) -> list[Node] | None:
        """All that is made in an order in which inputs are read before they are written over, if there is one."""
        nodes = self.reached()
        readers: dict[int, list[Node]] = {}
        for node in nodes:
            for x in self.match(node).operands:
                if self.is_free(x):
                    readers.setdefault(x[0], []).append(node)

        def first(node: Node) -> list[Node]:
            over = node[0] if len(node) == 1 else self.home.get(node)
            others = [] if over is None else [other for other in readers.get(over, []) if other != node]
            return [*(x for x in self.match(node).operands if not self.is_free(x)), *others]

        try:
            return operands_first(nodes, first)
        except Loop:
            return None

    def cells(self) -> tuple[list[int], list[Cell]]:
        netlist, opposites, signals = self.netlist, list[int](), dict(self.signal)

        def signal(literal: Literal) -> int:
            if literal[0] in self.held:
                return literal[0]
            if literal not in signals:
                signals[literal] = netlist.inputs + len(netlist.gates) + len(opposites)
                opposites.append(literal[0])
            return signals[literal]

        cells = dict[tuple[int, int | None], Cell]()
        for node in self.ordered() or ():
            match, onto = self.match(node), node[0] if len(node) == 1 else self.home.get(node)
            made = netlist.outputs[node[0]] if len(node) == 1 else signal(node)
            cell = Cell(made, match.kind.table, tuple(map(signal, match.operands)), onto)
            cells.setdefault((made, onto), cell)  # an answer that copies a literal of an input may be that, too
        kept = [(o, i) for i, o in enumerate(netlist.outputs) if i not in self.writes and i not in self.home.values()]
        return opposites, [*cells.values()] + [Cell(o, COPY, (i,), i) for o, i in kept]
