"""What a search has found is given to the circuit once more, by itself."""

from itertools import islice

from ogd_exact.circuits.closing.search import Found
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.simulation import Mismatch, Outcome


def replay_search_result(reduction: Reduction, outcome: Outcome) -> Found | None:
    """The inputs and starts that a search has found, if it has; raises Mismatch unless they alone do the same."""
    search = reduction.asked.search
    if search is None or outcome.frame is None:
        return None
    found = search.found(outcome.frame)
    netlist = search.alone(found).netlist(reduction.request.target, reduction.asked.chosen)
    answers = [frame.accepted for frame in islice(netlist.run(), found.frame + 1)]
    if answers != [False] * found.frame + [True]:
        alone = f"frame {answers.index(True)}" if True in answers else "no frame"
        raise Mismatch(f"pass {outcome.passes}: the search says yes in frame {found.frame}, and by itself {alone} does")
    return found
