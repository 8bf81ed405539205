"""PyTorch: the models as its users write them, trained by torch.optim.SGD one example at a time."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn

from ogd_exact.learners.learner import Setting


def hinge_loss(output: Any, label: Any) -> Any:
    return torch.relu(1 - label * output).sum()


class Torch:
    name = "torch.optim.SGD"
    version = torch.__version__

    def __init__(self, given: Setting) -> None:
        self.given = given
        kind = getattr(torch, given.dtype)
        self.x, self.y = (torch.tensor(part, dtype=torch.float64).to(kind) for part in (given.dense(), given.labels))
        self.dense = nn.Linear(len(given.columns), 1, bias=given.intercept is not None)
        layers: list[Any] = [self.dense]
        if given.rule != "hinge":
            layers.append(nn.ReLU())
        if given.second is not None:
            layers.append(nn.Linear(1, 1, bias=False))
        self.model: Any = nn.Sequential(*layers).to(kind)
        self.loss: Callable[[Any, Any], Any] = hinge_loss if given.rule == "hinge" else nn.MSELoss()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=given.rate, weight_decay=given.regularizer)
        with torch.no_grad():
            self.dense.weight[0] = torch.tensor([given.start[c] for c in given.columns])
            if given.intercept is not None:
                self.dense.bias[0] = -given.start[given.intercept]
            if given.second is not None:
                layers[-1].weight[0, 0] = given.second

    def one_pass(self) -> None:
        for _ in self.stepwise():
            pass

    def stepwise(self) -> Iterator[None]:
        for x, y in zip(self.x, self.y, strict=True):
            self.optimizer.zero_grad()
            self.loss(self.model(x), y.reshape(1)).backward()
            self.optimizer.step()
            yield

    def weights(self) -> list[float]:
        intercept = 0.0 if self.dense.bias is None else self.dense.bias[0].item()
        second = [] if self.given.second is None else [self.model[-1].weight[0, 0].item()]
        return self.given.ordered(self.dense.weight[0].tolist(), intercept) + second
