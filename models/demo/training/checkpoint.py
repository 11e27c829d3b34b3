"""The state of a training run on disk: written beside the last one and renamed, so that a crash leaves one complete."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from model import Llama, Shape


@dataclass
class Place:
    """The progress of a run. All randomness follows from the seed and these numbers, so a resumed run continues exactly."""

    seconds: float = 0.0
    tokens: int = 0
    steps: int = 0
    # the current pass over a part of the data, and the number of its finished batches
    primer: bool = False
    turn: int = 0
    done: int = 0


def save(path: Path, model: Llama, optimiser: torch.optim.Optimizer, place: Place) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {
        "shape": model.shape.as_dict(),
        "model": model.state_dict(),
        "optimiser": optimiser.state_dict(),
        "place": asdict(place),
    }
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    os.replace(partial, path)


def load(path: Path) -> dict[str, object]:
    return torch.load(path, map_location="cpu", weights_only=True)


def model_of(state: dict[str, object]) -> Llama:
    model = Llama(Shape(**state["shape"]))
    model.load_state_dict(state["model"])
    return model
