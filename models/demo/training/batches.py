"""Cuts the prepared data into batches of about the same length, in an order that depends only on the seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

POOL = 16_384
STEP = 32


@dataclass(frozen=True)
class Batch:
    tokens: Tensor
    positions: Tensor
    # indexes into the flat (rows x length) hidden states, and the tokens to predict there
    places: Tensor
    targets: Tensor
    # the row of each position
    rows: Tensor

    @property
    def size(self) -> int:
        return self.tokens.numel()


class Data:
    """Dialogues on disk, mapped into memory; some of each skill are held out to measure the progress."""

    def __init__(self, path: Path, seed: int, kept_per_skill: int = 40) -> None:
        about = json.loads((path / "about.json").read_text())
        self.skills: list[str] = about["skills"]
        self.vocabulary: int = about["vocabulary"]
        self.header_start: int = about["header_start"]
        self.tokens = np.memmap(path / "tokens.u16", dtype=np.uint16, mode="r")
        self.learned = np.memmap(path / "learned.u8", dtype=np.uint8, mode="r")
        self.lengths = np.load(path / "lengths.npy")
        self.starts = np.concatenate(([0], np.cumsum(self.lengths, dtype=np.int64)))
        skills = np.load(path / "skills.npy")
        order = np.random.default_rng([seed, 7]).permutation(len(self.lengths))
        share = min(kept_per_skill, len(order) // (20 * len(self.skills)) + 1)
        self.kept = {
            name: order[skills[order] == index][:share] for index, name in enumerate(self.skills)
        }
        self.ours = np.setdiff1d(np.arange(len(self.lengths)), np.concatenate(list(self.kept.values())))

    def plan(self, seed: list[int], batch_tokens: int) -> list[np.ndarray]:
        """One pass over the dialogues: shuffled, sorted by length inside pools, cut, and shuffled again."""
        random = np.random.default_rng(seed)
        order = random.permutation(self.ours)
        batches: list[np.ndarray] = []
        for begin in range(0, len(order), POOL):
            pool = order[begin : begin + POOL]
            batches += self.cut(pool[np.argsort(self.lengths[pool], kind="stable")], batch_tokens)
        return [batches[index] for index in random.permutation(len(batches))]

    def cut(self, ids: np.ndarray, batch_tokens: int) -> list[np.ndarray]:
        """Runs of dialogues (the shortest first) of at most so many tokens each, padding included."""
        batches: list[np.ndarray] = []
        begin = 0
        for end in range(1, len(ids) + 1):
            if end < len(ids) and (end + 1 - begin) * padded(self.lengths[ids[end]]) <= batch_tokens:
                continue
            batches.append(ids[begin:end])
            begin = end
        return batches

    def batch(self, ids: np.ndarray, random: np.random.Generator | None) -> Batch:
        """Without a source of chance the positions are plain."""
        length = padded(self.lengths[ids].max())
        tokens = np.zeros((len(ids), length), dtype=np.int64)
        wanted = np.zeros((len(ids), length), dtype=bool)
        following = np.zeros((len(ids), length), dtype=np.int64)
        positions = np.tile(np.arange(length, dtype=np.int64), (len(ids), 1))
        for row, index in enumerate(ids):
            here = slice(self.starts[index], self.starts[index + 1])
            said, count = self.tokens[here], self.lengths[index]
            tokens[row, :count] = said
            following[row, : count - 1] = said[1:]
            wanted[row, : count - 1] = self.learned[here][1:]
            if random is not None:
                positions[row] += jumps(said == self.header_start, length, random)
        places = np.flatnonzero(wanted)
        return Batch(
            torch.from_numpy(tokens),
            torch.from_numpy(positions),
            torch.from_numpy(places),
            torch.from_numpy(following.reshape(-1)[places]),
            torch.from_numpy(places // length),
        )

    def kept_batches(self, skill: str, batch_tokens: int) -> Iterator[Batch]:
        ids = self.kept[skill]
        for part in self.cut(ids[np.argsort(self.lengths[ids], kind="stable")], batch_tokens):
            yield self.batch(part, None)


def padded(length: int | np.integer) -> int:
    return -(-int(length) // STEP) * STEP


def jumps(begins: np.ndarray, length: int, random: np.random.Generator, reach: int = 2048) -> np.ndarray:
    """
    What to add to the positions of a dialogue: in a quarter of them one or two leaps where a message begins, so that a model
    trained on short dialogues has seen the distances and positions of long ones.
    """
    added = np.zeros(length, dtype=np.int64)
    room = max(0, reach - length)
    where = np.flatnonzero(begins)
    if len(where) == 0 or random.random() < 0.75:
        return added
    for place in random.choice(where, size=int(random.integers(1, 3))):
        leap = int(random.integers(0, room + 1))
        added[place:] += leap
        room -= leap
    return added
