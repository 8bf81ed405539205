"""The places of a pass are those of its examples, in the same order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import MODELS
from ogd_exact.training.constructions.provenance import found, provenances
from reductions import reduction


@pytest.mark.parametrize("model", MODELS)
def test_each_example_is_the_row_that_its_place_names(model: str) -> None:
    """The values of the row are those of the example; where they depend on magnitudes, as many of them."""
    problem = reduction("counter:2", "--model", model)
    built, library = problem.program.construction, problem.training.library
    shared = {str(problem.program.special(name)) for name in problem.training.shared}
    numbers = []
    for place, example in zip(provenances(problem), problem.training.examples(), strict=True):
        numbers.append(place.number)
        gadget, row = place.path[-1]
        correction = built.after_each is not None and gadget == built.after_each.gadget
        table = found(library, built.model if correction else built.gadgets, gadget)
        step = table.steps[row - 1]
        own = {c: value for c, value in example.x.items() if correction or c not in shared}
        if model == "svm-reg":
            assert len(own) == len([x for x in step.x if x != "0"])
        else:
            names = {**problem.parameters, **{n: arithmetic(()).read(t) for n, t in table.constants.items()}}
            expected = [exactly(text, names) for text in step.x]
            assert list(own.values()) == [value for value in expected if value != 0]
            assert example.y == exactly(step.y, names)
        assert place.path[0][0] == place.call.gadget
        assert correction or set(own) <= {str(index) for index in place.call.on}
    assert numbers == list(range(1, problem.examples + 1))


def test_calls_within_calls_and_corrections_are_named() -> None:
    texts = [place.text for place in provenances(reduction("counter:1", "--model", "svm-bias"))]
    assert "set_false_if_unset row 1, correct_bias row 2" in texts
    assert any(text.count("row") == 3 for text in texts)  # a row of a gadget in a gadget, and its correction


@given(
    st.lists(st.sampled_from(["gate0", "gate1", "gate", "gate0_1", "bot", "bot_2", "v", "x"]), min_size=3, max_size=3)
)
def test_weights_have_names_of_their_own_whatever_latches_are_called(inputs: list[str]) -> None:
    program = replace(reduction("counter:2").program, inputs=tuple(inputs))
    assert len({*program.coordinates("v")}) == program.dimension + 1
