"""Given sets from files, whose numbers are exactly what is written, and from rows of numbers in Python."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from numbers import Rational, Real
from operator import index
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.reading.step_data import rule_said, step_said
from ogd_exact.text.csv_table import csv_number
from ogd_exact.text.example_files import MAX_INDEX, ExampleFile, read_examples
from ogd_exact.text.json_lines import Line, Members
from ogd_exact.text.wording import argument
from ogd_exact.training.sets.given import RATES, GivenSet, checked_step, model_step, with_rates

UNSAID = "hold a training set's header, with its step, as docs/formats.md says it"


def read_set(
    path: str,
    model: str | None,
    tables: str | None,
    parameters: Mapping[str, Number],
    named: bool = False,
    first_index: int | None = None,
) -> GivenSet:
    """The set of a file; a model is named where the file has no header, which says all but rates to run it by."""
    found = read_examples(path, named, first_index)
    if found.header is not None:
        if model is not None or tables is not None:
            said = argument("model" if model is not None else "tables")
            raise InputError(f"says itself by what step it is run; drop {said}", path, 1)
        given = said_set(found, path, parameters)
    else:
        if model is None:
            raise InputError(f"has no header; say how to learn by {argument('model', 'svm')}", path)
        count = found.columns - 1 if found.in_csv else max(found.coordinates, default=0) + 1
        names = found.names[:-1] if found.names else tuple(f"x{i}" for i in range(count))
        step = model_step(model, tables, parameters)
        given = of_examples(path, model, step, names, [(row.x, row.y) for row in found.rows])
    check_labels(given, path, [row.line for row in found.rows])
    return given


def of_examples(
    source: str, model: str, step: Step, names: Sequence[str], rows: Iterable[tuple[Mapping[int, Number], Number]]
) -> GivenSet:
    """A set that starts at 0."""
    state = step.rule.state
    if len({*names, *state}) != len(names) + len(state):
        raise InputError("two weights have one name; rename one", source)
    examples = tuple(Example({str(i): value for i, value in x.items()}, y) for x, y in rows)
    keys = [*map(str, range(len(names))), *state]
    return GivenSet(source, model, step, tuple(names), dict.fromkeys(keys, rational(0)), examples)


def check_labels(given: GivenSet, path: str | None = None, lines: Sequence[int] = ()) -> None:
    labels = given.step.rule.labels
    for k, (_, y) in enumerate(given.examples):
        if labels and y not in labels:
            known, where = " and ".join(map(str, labels)), (path, lines[k]) if lines else ()
            first = "" if lines else f"example {k + 1}: "
            raise InputError(f"{first}the labels of {given.model} are {known}, not {one_line(str(y), 40)}", *where)


def said_set(found: ExampleFile, path: str, parameters: Mapping[str, Number]) -> GivenSet:
    """A set of the format ogd-exact/1."""
    line = Line(path, 1, found.header or "")
    head = line.members(line.top)
    if head.get("format") != "ogd-exact/1" or not isinstance(head.get("model"), str):
        raise line.error(f'expected "format": "ogd-exact/1" and a "model"; let the first line {UNSAID}')
    if "symbolic" in head:
        raise line.error(f"is written by powers of alpha; write it without {argument('symbolic')}")
    for name in parameters:
        if name not in RATES:
            raise InputError(f"the file says its numbers, but for {', '.join(RATES)}; drop {one_line(name, 40)}", path)
    step, dimension = with_rates(said_step(line, head), parameters), line.whole(head, "dimension", MAX_INDEX, "2")
    names = head.get("coordinates", [f"x{i}" for i in range(dimension)])
    if not isinstance(names, list) or len(names) != dimension or not all(isinstance(name, str) for name in names):
        raise line.error(f'"coordinates" names each of {dimension}, by texts')
    if line.whole(head, "examples", len(found.rows) or 1, str(len(found.rows))) != len(found.rows):
        raise line.error(f'"examples" is {head["examples"]}, and there are {len(found.rows)}; put right which is wrong')
    for row in found.rows:
        if row.weight != 1 or max(row.x, default=0) >= dimension:
            problem = f"names coordinate {max(row.x)}, of {dimension}" if row.weight == 1 else "has a weight of its own"
            raise InputError(f"{problem}, which nothing here has a step for; drop it", path, row.line)
    given = of_examples(path, head["model"], step, names, [(row.x, row.y) for row in found.rows])
    start = line.indexed(head.get("initial", {}), lambda key: key if key in given.start else None, "one of its weights")
    accept, question = head.get("accept"), head.get("question", "first-coordinate")
    if accept is not None and (type(accept) is not int or not 0 <= accept < dimension):
        raise line.error(f'"accept" is the number of a coordinate, below {dimension}, or null')
    if not isinstance(question, str):
        raise line.error('"question" is a text, such as "first-coordinate"')
    bound = line.number(head, "norm_bound") if question == "norm" else None
    asked = (question, str(accept or 0), bound, head)
    about = (path, given.model, step, given.coordinates, {**given.start, **start}, given.examples)
    return GivenSet(*about, *asked)


def said_step(line: Line, head: Members) -> Step:
    try:
        said, name = step_said(head), str(head.get("rule", head["model"]))
        rule = rule_said(name, said)
    except ValueError as error:
        raise line.error(f"{error}; put right which of them is wrong") from None
    except (KeyError, TypeError, AttributeError, ExpressionError):
        raise line.error(f"has no step that can be taken; let the first line {UNSAID}") from None
    rule = RULES.get(name, rule)  # the same, with all that may be asked of it
    texts = {key: said[key] for key in ("rate", "regularizer")} | said["constants"]
    texts |= {} if said["momentum"] is None else {"momentum": said["momentum"]}
    values = {name: line.number(texts, name) for name in texts}
    constants = tuple((name, values[name]) for name in said["constants"])
    rates = values["rate"], values["regularizer"], constants, values.get("momentum")
    return checked_step(Step(rule, *rates, bool(said["nesterov"])))


def rows_given(x: Any) -> tuple[list[dict[int, Number]], int]:
    """Rows of numbers, dense or sparse or by the numbers of coordinates, and how many columns there are."""
    wide: list[int] = [1, *getattr(x, "shape", ())[1:]]
    rows = sparse_rows(x) if hasattr(x, "tocsr") else listed(getattr(x, "tolist", lambda: x)(), "X")
    found, width = [], None
    for k, row in enumerate(rows, 1):
        with suppress(TypeError):
            entries = row if isinstance(row, Mapping | str) else dict(enumerate(row))
            if entries is not row:
                width = len(entries) if width is None else width
                if len(entries) != width:
                    raise InputError(f"X, row {k} has {len(entries)} numbers, and others have {width}; give as many")
                wide.append(width)
            if not isinstance(entries, str) and all(index(i) >= 0 for i in entries):
                found.append({index(i): v for i, given in entries.items() if (v := exact(given, f"X, row {k}")) != 0})
                wide.append(1 + max(map(index, entries), default=0))
                continue
        raise InputError(f"X, row {k}: expected numbers, not {one_line(repr(row), 40)}; give a matrix")
    if max(wide) > MAX_INDEX:
        raise InputError(f"X has more than {MAX_INDEX} columns; use fewer")
    return found, max(wide)


def sparse_rows(x: Any) -> Iterable[Mapping[int, Any]]:
    """The rows of a sparse matrix; refused if it has two values for one place, whose sum would be rounded."""
    by_row = x.tocsr()
    if x.format == "coo" and x.nnz != by_row.nnz:  # which tocsr has summed
        raise InputError("X: two values for one place; keep one")
    for k, (a, b) in enumerate(pairwise(by_row.indptr.tolist()), 1):
        row = dict(zip(by_row.indices[a:b].tolist(), by_row.data[a:b].tolist(), strict=True))
        if len(row) != b - a:
            raise InputError(f"X, row {k}: two values for one column; keep one")
        yield row


def listed(given: Any, name: str) -> list[Any]:
    """What a list or an array has, or anything else that has numbers one after the other."""
    with suppress(TypeError):
        if not isinstance(given, str | Mapping):
            return list(given)
    raise InputError(f"{name}: expected numbers, not {one_line(repr(given), 40)}; give a list of them")


def exact(value: Any, where: str) -> Number:
    """A number of Python's, a float being exactly what it is, or a text such as 0.1 or 1/3."""
    found: Number | None = None
    if isinstance(value, str):
        found = csv_number(value)
    elif isinstance(value, Rational):
        found = rational(int(value.numerator), int(value.denominator))
    elif isinstance(value, Real) and hasattr(value, "as_integer_ratio"):
        with suppress(OverflowError, ValueError):  # infinite, or none
            found = rational(*map(int, value.as_integer_ratio()))
    elif hasattr(value, "item"):
        with suppress(ValueError, RuntimeError):  # more than one
            if type(one := value.item()) is not type(value):
                return exact(one, where)
    if found is None:
        raise InputError(f"{where}: {one_line(str(value), 40)} is no exact number; give a finite one")
    return found
