"""What the circuits of docs/gallery are to do, told once more in Python, frame by frame.

Each is given the inputs of all frames and yields, for each frame, the properties that hold in it.
"""

from collections import deque
from collections.abc import Iterable, Iterator

Frames = Iterable[dict[str, int]]


def lock(frames: Frames) -> Iterator[set[str]]:
    keys = ""
    for given in frames:
        yield {"open"} if "1011" in keys else set()
        keys = "" if given["rst"] else keys + str(given["key"])


def arbiter(frames: Frames) -> Iterator[set[str]]:
    granted, order, waits = set[str](), [0, 1, 2], 0
    for given in frames:
        yield granted | ({"starved"} if waits == 3 else set())
        asking = [one for one in order if given[f"ask{one}"] and not given["rst"]]
        granted = {f"grant{one}" for one in asking[:1]}
        waits = waits + 1 if 2 in asking[1:] else 0
        if given["rst"]:
            order = [0, 1, 2]
        elif asking:
            order = [(asking[0] + k) % 3 for k in (1, 2, 3)]


def fifo(frames: Frames) -> Iterator[set[str]]:
    queue, pushed, popped = deque[int](), 0, 0
    for given in frames:
        full, pops = len(queue) == 4, given["pop"] and queue
        yield {name for name, holds in (("full", full), ("lost", pops and queue[0] != popped)) if holds}
        if given["rst"]:
            queue, pushed, popped = deque(), 0, 0
            continue
        if pops:
            queue.popleft()
            popped += 1
        if given["push"] and not full:
            queue.append(pushed)
            pushed += 1


def traffic(frames: Frames) -> Iterator[set[str]]:
    """Reset only in the first frame, as all phases follow each other from there."""
    following = iter(frames)
    next(following)
    yield set()

    def lasting(light: str, number: int) -> Iterator[set[str]]:
        for _ in range(number):
            yield {light}
            given.update(next(following))

    given = dict[str, int]()
    while True:
        yield from lasting("road_green", 4)
        while not given["car"]:
            yield from lasting("road_green", 1)
        yield from lasting("road_yellow", 2)
        yield from lasting("red", 1)
        yield from lasting("lane_green", 2)
        yield from lasting("lane_yellow", 2)
        yield from lasting("red", 1)


def elevator(frames: Frames) -> Iterator[set[str]]:
    calls, floor, open_for, step = set[int](), 0, 0, 1
    for given in frames:
        yield {{0: "bottom", 3: "top"}.get(floor, "between")} if open_for else set()
        if given["rst"]:
            calls, floor, open_for, step = set(), 0, 0, 1
            continue
        calls |= {k for k in range(4) if given[f"call{k}"]}
        if open_for:
            open_for -= 1
        elif floor in calls:
            calls.remove(floor)
            open_for = 2
        elif calls:
            if not any((call - floor) * step > 0 for call in calls):
                step = -step
            floor += step


def mutex(frames: Frames) -> Iterator[set[str]]:
    """A process is at line 0, which waits for the other's flag, at line 1, which raises its own, or inside."""
    line = [0, 0]
    for given in frames:
        yield {"both"} if line == [2, 2] else set()
        who = given["who"]
        if line[who] != 0 or line[1 - who] != 2:
            line[who] = (line[who] + 1) % 3


def cpu(frames: Frames) -> Iterator[set[str]]:
    """Euclid's algorithm, with the number of instructions that each turn of it takes, each of three frames."""
    a, b, instructions = 12, 9, 2
    while a != b:
        a, b, instructions = (a, b - a, instructions + 8) if a < b else (a - b, b, instructions + 8)
    instructions += 4
    for frame, given in enumerate(frames):
        assert given["resetn"] == (frame > 0)
        halted = frame >= 1 + 3 * instructions
        yield {name for name, holds in (("trap", halted), ("wrong", halted and a != 3)) if holds}


MODELS = {model.__name__: model for model in (lock, arbiter, fifo, traffic, elevator, mutex, cpu)}
