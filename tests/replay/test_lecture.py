"""The lecture runs from top to bottom, and says what it should."""

from conftest import ROOT, needs, typed


def test_the_svm_of_the_lecture_counts() -> None:
    needs("sklearn", "scikit-learn")
    answer = typed(ROOT / "scripts" / "lecture.py")
    assert answer.code == 0, answer.err
    states = [line.split()[3] for line in answer.out.splitlines() if line.startswith("after epoch")]
    assert states == [f"{n % 8:03b}" for n in range(1, 9)]
    assert "after epoch 8: 000   accepting weight +1" in answer.out
    assert "weights     exactly equal after 8 of 8 passes" in answer.out
    assert "wrong bit   first after pass 2" in answer.out
