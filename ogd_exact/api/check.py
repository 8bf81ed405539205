"""check: checks a certificate that online gradient descent never says yes."""

import os

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.run import Run
from ogd_exact.api.simulate import Verdict, verdict_of
from ogd_exact.training.runs.certificate_file import certificate_of, read_certificate
from ogd_exact.training.runs.conclude import NEVER, Conclusion
from ogd_exact.training.runs.confirm import Evidence


@check_argument_types
def check(certificate: str | os.PathLike[str], run: Run | None = None) -> Verdict:
    """The verdict of a certificate that holds, checked without other programs; with a run, it must be of its netlist.

    The certificate is a file, or its text, which has line breaks.
    Without a run, what is asked, and assumed, is the certificate's word.

    Raises BadCertificate where it does not hold, and InputError where it is no certificate.
    """
    if isinstance(certificate, str) and "\n" in certificate:
        found = certificate_of(certificate, "certificate")
    else:
        found = read_certificate(os.fspath(certificate))
    if run is not None:
        found = found.told_by(run.reduction.asked, "the run")
    conclusion = Conclusion(NEVER, "invariant", Evidence(), certificate=found)
    return verdict_of(Run(found.checked()), conclusion)
