"""On which side of a kink libraries step: not the same one, which is why a run must never get there."""

from conftest import needs


def test_scikit_learn_updates_at_margin_one() -> None:
    needs("sklearn", "scikit-learn")
    from sklearn.linear_model import SGDClassifier

    model = SGDClassifier(penalty=None, learning_rate="constant", eta0=1.0, fit_intercept=False, shuffle=False)
    model.partial_fit([[1.0]], [1], classes=[-1, 1])
    assert model.coef_[0, 0] == 1  # from 0, where the margin is 0 and so below 1
    model.partial_fit([[1.0]], [1])
    assert model.coef_[0, 0] == 2


def test_river_updates_at_margin_one() -> None:
    needs("river", "river")
    from river import linear_model, optim

    model = linear_model.LogisticRegression(optim.SGD(1.0), loss=optim.losses.Hinge(), intercept_lr=0.0)
    for after in (1, 2):
        model.learn_one({"x": 1.0}, True)
        assert model.weights["x"] == after


def test_torch_and_vowpal_wabbit_do_not() -> None:
    torch, vowpalwabbit = needs("torch", "torch"), needs("vowpalwabbit", "vowpalwabbit")
    weight = torch.ones(1, requires_grad=True)
    torch.relu(1 - weight * 1).sum().backward()
    assert weight.grad[0] == 0

    model = vowpalwabbit.Workspace("--sgd --loss_function hinge --learning_rate 1 --power_t 0 --noconstant --quiet")
    for _ in range(2):
        model.learn("1 | 5:1")
        assert model.get_weight(5) == 1


def test_the_intercept_of_scikit_learn_is_slower_on_sparse_input() -> None:
    """That is why there the bias is a column."""
    needs("sklearn", "scikit-learn")
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import SGDClassifier

    for x, rate in (([[1.0]], 1.0), (csr_matrix([[1.0]]), 0.01)):
        model = SGDClassifier(penalty=None, learning_rate="constant", eta0=1.0, shuffle=False)
        model.partial_fit(x, [1], classes=[-1, 1])
        assert model.intercept_[0] == rate and model.coef_[0, 0] == 1


def test_an_overflow_is_a_weight_that_is_no_number_not_an_error() -> None:
    needs("sklearn", "scikit-learn")
    from ogd_exact.libraries.learner import Setting
    from ogd_exact.libraries.scikit import Scikit

    examples = tuple(({0: sign * 1.6e308}, sign) for sign in (1.0, -1.0))
    given = Setting({"estimator": "SGDClassifier", "loss": "hinge"}, 1.5, 0.0, examples, (0.0, 0.0))
    model = Scikit(given)
    for _ in range(2):
        model.one_pass()
        assert not abs(model.weights()[0]) < float("inf")
