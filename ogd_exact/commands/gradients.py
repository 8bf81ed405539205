"""ogd-exact verify --gradients: whether the kernel's steps go against the gradients of their losses."""

import json
from argparse import Namespace

from ogd_exact.commands.shell import FAILED, HOLDS, write_report
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.gradients.compare import compare, general
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.text.files import check_writable
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted, wrapped


def main(options: Namespace) -> int:
    if options.format not in ("text", "json"):
        raise InputError(f"--gradients is of rules, not of tables, as text or JSON; drop --format {options.format}")
    check_writable(options.output)
    found = [compare(rule) for rule in RULES.values()]
    wrong = [line for compared in found for line in compared.wrong]
    if options.format == "json":
        said = [{"loss": rule.loss, "step": step_data(general(rule))} for rule in RULES.values()]
        rules = [compared._asdict() | more for compared, more in zip(found, said, strict=True)]
        report = json.dumps({"format": "ogd-exact-gradients/1", "verified": not wrong, "rules": rules}, indent=2)
    else:
        rows = [(f.rule, RULES[f.rule].loss, f.intervals, f.kinks, "FAILED" if f.wrong else "verified") for f in found]
        counts = f"{counted(len(found), 'rule')}, {counted(sum(f.intervals for f in found), 'interval')} of w.x"
        kinks = f"{counted(sum(f.kinks for f in found), 'kink')} compared"
        held = "every step goes against the gradient of its loss, and none is made on a kink"
        closing = f"{counts} and {kinks}: {counted(len(wrong), 'difference') if wrong else held}."
        details = [line for text in wrong for line in wrapped(text, further="  ")]
        table = text_table(("rule", "loss", "intervals", "kinks", "result"), rows, (2, 3))
        report = "\n".join([table, "", *details, *wrapped(closing)])
    write_report(report, options)
    return FAILED if wrong else HOLDS
