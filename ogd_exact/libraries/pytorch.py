"""PyTorch: the models as its users write them, trained by torch.optim.SGD one example at a time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import torch
from torch import nn

from ogd_exact.libraries.learner import Learner, Setting

LOSSES: dict[str, Callable[..., Callable[[Any, Any], Any]]] = {
    "hinge": lambda: lambda output, label: torch.relu(1 - label * output).sum(),
    "squared_hinge": lambda: lambda output, label: torch.relu(1 - label * output).square().sum(),
    "perceptron": lambda: lambda output, label: torch.relu(-label * output).sum(),
    "MSELoss": partial(nn.MSELoss, reduction="sum"),
    "L1Loss": partial(nn.L1Loss, reduction="sum"),
    "HuberLoss": partial(nn.HuberLoss, reduction="sum"),
    "BCEWithLogitsLoss": partial(nn.BCEWithLogitsLoss, reduction="sum"),  # of labels that are all 1
    "SmoothL1Loss": partial(nn.SmoothL1Loss, reduction="sum"),
}
ACTIVATIONS: dict[str, Callable[..., Any]] = {"relu": nn.ReLU, "leaky_relu": nn.LeakyReLU}


def options(given: Setting, *names: str) -> dict[str, Any]:
    return {name: given.same[name] for name in names if name in given.same}


class Torch(Learner):
    name = "torch.optim.SGD"
    version = torch.__version__

    def __init__(self, given: Setting) -> None:
        self.given = given
        kind = getattr(torch, given.dtype)
        self.x, self.y = (torch.tensor(part, dtype=torch.float64).to(kind) for part in (given.dense(), given.labels))
        self.dense = nn.Linear(len(given.columns), 1, bias=given.has_intercept)
        same, layers = given.same, [self.dense]
        self.loss = LOSSES[same["loss"]](**options(given, "delta", "beta"))
        if "activation" in same:
            layers.append(ACTIVATIONS[same["activation"]](**options(given, "negative_slope")))
        if "layer" in same:
            layers.append(nn.Linear(1, 1, bias=False))
        self.model: Any = nn.Sequential(*layers).to(kind)
        held = {"intercept": self.dense.bias, "layer": self.model[-1].weight if "layer" in same else None}
        self.state = {same[part]: weight for part, weight in held.items() if part in same}
        kept = [*self.state.values()]
        decaying = [weight for weight in self.model.parameters() if all(weight is not one for one in kept)]
        self.optimizer = torch.optim.SGD(
            [{"params": decaying}, *({"params": [one], "weight_decay": 0.0} for one in kept)],
            lr=given.library_rate,
            momentum=given.momentum,
            nesterov=given.nesterov,
            weight_decay=given.library_regularizer,
        )
        with torch.no_grad():
            self.dense.weight[0] = torch.tensor([given.start[c] for c in given.columns], dtype=torch.float64)
            if given.has_intercept:
                self.dense.bias[0] = given.intercept_start
            for name, weight in self.state.items():
                weight.fill_(given.state[name])

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
        state = [self.state[name].item() for name in self.given.state]
        return self.given.ordered(self.dense.weight[0].tolist(), intercept) + state
