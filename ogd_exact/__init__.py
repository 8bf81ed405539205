"""Exact verification of gadgets that make online gradient descent compute.

import ogd_exact as ogd

ogd.verify(model="svm-reg").verified     # every row of a table, for all parameters
run = ogd.reduce("counter:3")            # a circuit as a training set, proved to run it in every pass
X, y = run.arrays()
ogd.simulate(run).verdict

docs/api.md has more. Names are imported when they are first used, so that `import ogd_exact` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ogd_exact.api.atlas import Atlas, atlas
    from ogd_exact.api.check import check
    from ogd_exact.api.construct import Constructed, construct
    from ogd_exact.api.given_set import SetVerdict, training_set
    from ogd_exact.api.reduce import reduce
    from ogd_exact.api.run import Run
    from ogd_exact.api.simulate import Verdict, simulate
    from ogd_exact.api.synthesize import synthesize
    from ogd_exact.api.table import Table
    from ogd_exact.api.verify import verify
    from ogd_exact.api.verify_report import Report
    from ogd_exact.circuits.netlists.builder import Circuit
    from ogd_exact.core.kernel.errors import BadCertificate, InputError
    from ogd_exact.gadgets.synthesis.synthesis import Synthesis
    from ogd_exact.training.runs.simulation import Mismatch

__version__ = "0.1.0"
__all__ = [
    "Atlas",
    "BadCertificate",
    "Circuit",
    "Constructed",
    "InputError",
    "Mismatch",
    "Report",
    "Run",
    "SetVerdict",
    "Synthesis",
    "Table",
    "Verdict",
    "__version__",
    "atlas",
    "check",
    "construct",
    "reduce",
    "simulate",
    "synthesize",
    "training_set",
    "verify",
]
_HOMES = {
    "Atlas": "api.atlas",
    "BadCertificate": "core.kernel.errors",
    "Circuit": "circuits.netlists.builder",
    "Constructed": "api.construct",
    "InputError": "core.kernel.errors",
    "Mismatch": "training.runs.simulation",
    "Report": "api.verify_report",
    "Run": "api.run",
    "SetVerdict": "api.given_set",
    "Synthesis": "gadgets.synthesis.synthesis",
    "Table": "api.table",
    "Verdict": "api.simulate",
    "atlas": "api.atlas",
    "check": "api.check",
    "construct": "api.construct",
    "reduce": "api.reduce",
    "simulate": "api.simulate",
    "synthesize": "api.synthesize",
    "training_set": "api.given_set",
    "verify": "api.verify",
}


if not TYPE_CHECKING:  # or every name would be known to type checkers

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
