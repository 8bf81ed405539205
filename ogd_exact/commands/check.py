"""python -m ogd_exact.check: checks a certificate that OGD never says yes."""

from argparse import Namespace

from ogd_exact.commands.circuit_options import circuit_request
from ogd_exact.commands.shell import FAILED, HOLDS, complain, write_report
from ogd_exact.core.kernel.errors import BadCertificate, one_line
from ogd_exact.text.files import check_files
from ogd_exact.text.wording import wrapped
from ogd_exact.training.constructions.asked import asked_of
from ogd_exact.training.runs.certificate_file import read_certificate
from ogd_exact.training.runs.conclude import NEVER
from ogd_exact.training.runs.report import report_json, report_text


def main(options: Namespace) -> int:
    check_files(("certificate", options.certificate), ("circuit", options.circuit), output=options.output)
    certificate = read_certificate(options.certificate)
    compared = options.circuit is not None
    try:
        if compared:
            whose_netlist = f"that of {options.circuit}, closed and asked as given"
            certificate = certificate.told_by(asked_of(circuit_request(options)), whose_netlist)
        reduction = certificate.checked()
    except BadCertificate as error:
        return complain(str(error), FAILED)
    how = certificate.how() | {"compared": compared}
    if options.format == "json":
        report = report_json(reduction, NEVER, how)
    else:
        word = "whose netlist that is, asked and assuming what, is the certificate's word: name the circuit to compare"
        whose = f"the netlist is that of {one_line(options.circuit, 60)}" if compared else word
        report = "\n".join([report_text(reduction, NEVER, how), *wrapped(whose)])
    write_report(report, options)
    return HOLDS
