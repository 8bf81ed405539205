"""PyTorch: the models as its users write them, trained by torch.optim.SGD one example at a time."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import nn

from ogd_exact.learners.learner import Learner, Setting


def hinge_loss(output: Any, label: Any) -> Any:
    return torch.relu(1 - label * output).sum()


def perceptron_loss(output: Any, label: Any) -> Any:
    return torch.relu(-label * output).sum()


MEAN_SQUARE = nn.MSELoss()
# What stands behind the first layer, and the loss, by rule. Its state is the one weight of a second layer, or the bias.
MODELS: dict[str, tuple[Callable[[], list[Any]], Callable[[Any, Any], Any]]] = {
    "hinge": (list, hinge_loss),
    "hinge-bias": (list, hinge_loss),
    "perceptron": (list, perceptron_loss),
    "dense-relu": (lambda: [nn.ReLU()], MEAN_SQUARE),
    "dense-relu-dense": (lambda: [nn.ReLU(), nn.Linear(1, 1, bias=False)], MEAN_SQUARE),
}


class Torch(Learner):
    name = "torch.optim.SGD"
    version = torch.__version__

    def __init__(self, given: Setting) -> None:
        self.given = given
        kind = getattr(torch, given.dtype)
        self.x, self.y = (torch.tensor(part, dtype=torch.float64).to(kind) for part in (given.dense(), given.labels))
        self.dense = nn.Linear(len(given.columns), 1, bias=given.has_intercept)
        behind, self.loss = MODELS[given.rule]
        self.model: Any = nn.Sequential(self.dense, *behind()).to(kind)
        kept = [{"params": [self.dense.bias], "weight_decay": 0.0}] if given.rule == "hinge-bias" else []
        decaying = [self.dense.weight] if kept else [*self.model.parameters()]
        self.optimizer = torch.optim.SGD(
            [{"params": decaying}, *kept],
            lr=given.rate,
            momentum=given.momentum,
            nesterov=given.nesterov,
            weight_decay=given.regularizer,
        )
        with torch.no_grad():
            self.dense.weight[0] = torch.tensor([given.start[c] for c in given.columns], dtype=torch.float64)
            if given.has_intercept:
                self.dense.bias[0] = given.intercept_start
            elif given.state:
                self.model[-1].weight[0, 0] = given.state[0]

    def stepwise(self) -> Iterator[None]:
        for x, y in zip(self.x, self.y, strict=True):
            self.optimizer.zero_grad()
            self.loss(self.model(x), y.reshape(1)).backward()
            self.optimizer.step()
            yield

    def present(self, batches: Sequence[Sequence[int]]) -> None:
        """Each batch at once, by the sum of its losses."""
        for batch in batches:
            self.optimizer.zero_grad()
            self.loss(self.model(self.x[batch]), self.y[batch].reshape(-1, 1)).backward()
            self.optimizer.step()

    def weights(self) -> list[float]:
        intercept = 0.0 if self.dense.bias is None else self.dense.bias[0].item()
        biased = self.given.has_intercept
        state = [intercept if biased else self.model[-1].weight[0, 0].item() for _ in self.given.state]
        return self.given.ordered(self.dense.weight[0].tolist(), intercept) + state
