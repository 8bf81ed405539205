"""The Coq file of tables for the logistic loss: its levels, that Coq accepts each, and the theorem about them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.documents.coq.coq_text import grouped, identifier, listed, shown
from ogd_exact.documents.coq.proof_file import NotCovered, ProofFile
from ogd_exact.training.logistic.certificate import GADGETS, Level
from ogd_exact.training.logistic.read import Certified, LogisticTables

HEAD = """From Coq Require Import List ZArith QArith.
Require Import OGD.LogisticTheorem OGD.LogisticGadgets OGD.LogisticMain OGD.LogisticGradient.
Import ListNotations.
Local Open Scope Q_scope.
"""
END = """Print Assumptions {name}_theorem.
Print Assumptions LogisticGradient.gradient_of_logistic_loss.
"""


def logistic_file(tables: LogisticTables) -> ProofFile:
    """Raises Undecided where no level is one that reduce takes; it takes those of float64, without noise."""
    if any(known.level.decays for known in tables.levels):
        raise NotCovered(f"{tables.model}: the theory is without a regularizer; prove logistic")
    taken = [known for known in tables.levels if known.level.dtype == "float64" and not known.level.noise]
    if not taken:
        raise Undecided(f"{tables.model}: there is no level in float64, so that no training set is written")
    name, texts = identifier(tables.model), list(dict.fromkeys(tables_text(known.numbers(1)) for known in taken))
    lines = [f"(* {shown(tables.model)}: its levels, as ogd-exact prove wrote them. *)", HEAD]
    lines += [f"Definition {name}_tables_{k} : logistic_tables := {text}." for k, text in enumerate(texts, 1)]
    lemmas, claims = dict[str, Certified](), list[str]()
    for k, known in enumerate(taken, 1):
        level, of = known.level, f"{name}_tables_{texts.index(tables_text(known.numbers(1))) + 1}"
        lemmas[f"{name}_level_{k}_holds"] = known
        lines += [
            f"Definition {name}_level_{k} : logistic_level := {level_text(level)}.",
            f"Lemma {name}_level_{k}_holds : level_holds {name}_level_{k} {of} = true.",
            "Proof. vm_cast_no_check (eq_refl true). Qed.",  # computed once, by the kernel
        ]
        rate, error = grouped(number(level.rate)), grouped(number(level.error))
        claims.append(f"logistic_computes {rate} {of} {level.fan_out} {error}")
    *before, last = [f"level_computes _ _ {lemma}" for lemma in lemmas]
    lines += [
        f"Theorem {name}_theorem : " + " /\\\n  ".join(claims) + ".",
        "Proof.",
        *(f"  refine (conj ({proof}) _)." for proof in before),
        f"  exact ({last}).",
        "Qed.",
        END.format(name=name),
    ]
    about = {lemma: f"{tables.model}, {rate_and_size(known.level)}" for lemma, known in lemmas.items()}
    return ProofFile(tables.model, name, "\n".join(lines), about, lambda lemma: not lemmas[lemma].failures)


def rate_and_size(level: Level) -> str:
    return f"eta = {level.rate} up to fan-out {level.fan_out}"


def number(value: Any) -> str:
    """Writes a rational number; its sign stands apart, as -1 is a word of Theorem.v."""
    return str(value).replace("-", "- ")


def level_text(level: Level) -> str:
    read, rest = number(level.read), number(level.rest)
    sizes = f"bit_error := {number(level.error)}; read_moves := {read}; rest_depth := {rest}"
    return f"{{|\n  level_rate := {number(level.rate)}; reads_most := {level.fan_out}; {sizes} |}}"


def tables_text(tables: Mapping[str, Iterable[Sequence[Any]]]) -> str:
    """In Coq what is written stands first."""
    fields = (f"{name}_table := {grid([row[-1], *row[:-1]] for row in tables[name])}" for name in GADGETS)
    return "{|\n  " + ";\n  ".join(fields) + " |}"


def grid(rows: Iterable[Iterable[Any]]) -> str:
    return listed(listed(map(number, row)) for row in rows)
