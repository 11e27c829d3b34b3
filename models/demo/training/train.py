"""Trains the demo model on the prepared dialogues; stops by the clock or after a number of tokens, and can go on."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shutil
import time
from collections import deque
from pathlib import Path

from process import come_first, keep_memory, wait_quietly

wait_quietly()

import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import Tensor  # noqa: E402

from batches import Batch, Data  # noqa: E402
from checkpoint import Place, load, model_of, save  # noqa: E402
from model import Llama, Shape  # noqa: E402


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what prepare.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint file")
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--tokens", type=float, help="stop after so many tokens: the same result every time")
    budget.add_argument("--minutes", type=float, help="stop by the clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint where there is one")
    parser.add_argument("--begin-with", type=Path, help="a checkpoint whose weights the training begins with")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--warm-up", type=float, default=0.02, help="share of the budget")
    parser.add_argument("--curriculum", type=float, default=0.0, help="share of the budget for the primer")
    parser.add_argument("--primer", type=Path, help="prepared data for that share")
    parser.add_argument("--compile", action=argparse.BooleanOptionalAction, default=shutil.which("g++") is not None)
    parser.add_argument("--first", action="store_true", help="take the processor before all other processes (as root)")
    parser.add_argument("--save-seconds", type=float, default=300)
    parser.add_argument("--look-seconds", type=float, default=240, help="how often the skills are looked at")
    parser.add_argument("--width", type=int, default=Shape.width)
    parser.add_argument("--layers", type=int, default=Shape.layers)
    parser.add_argument("--feed-forward", type=int, default=Shape.feed_forward)
    return parser.parse_args()


def optimiser_of(model: Llama, rate: float) -> torch.optim.AdamW:
    matrices = [p for p in model.parameters() if p.dim() > 1]
    norms = [p for p in model.parameters() if p.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": norms, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), fused=True)


def rate_at(progress: float, highest: float, warm_up: float) -> float:
    """Linear warm-up, then a linear decay to nearly zero at the end of the budget."""
    if progress < warm_up:
        return highest * (progress + 1e-3) / (warm_up + 1e-3)
    return highest * max(0.005, (1 - progress) / (1 - warm_up))


class Run:
    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.data = Data(given.data, given.seed)
        self.primer = Data(given.primer, given.seed) if given.primer else None
        torch.manual_seed(given.seed)
        shape = Shape(
            vocabulary=self.data.vocabulary,
            width=given.width,
            heads=given.width // 64,
            layers=given.layers,
            feed_forward=given.feed_forward,
        )
        state = load(given.out) if given.resume and given.out.exists() else None
        begun = state or (load(given.begin_with) if given.begin_with else None)
        self.model = Llama(shape) if begun is None else model_of(begun)
        self.optimiser = optimiser_of(self.model, given.rate)
        self.place = Place()
        if state is not None:
            self.optimiser.load_state_dict(state["optimiser"])
            self.place = Place(**state["place"])
        if given.compile:
            for block in self.model.blocks:
                block.compile(dynamic=True)
        # half-precision where the processor supports it; elsewhere it would be slower
        self.working = torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() else torch.float32
        self.before = self.place.seconds
        self.began = time.monotonic()
        self.lines = Log(self)

    @property
    def progress(self) -> float:
        if self.given.tokens:
            return self.place.tokens / self.given.tokens
        return self.place.seconds / (self.given.minutes * 60)

    def train(self) -> None:
        saved = looked = self.place.seconds
        while self.progress < 1:
            plan = self.plan()
            while self.place.done < len(plan) and self.progress < 1 and self.is_primer == self.place.primer:
                self.step(plan[self.place.done])
                self.place.seconds = self.before + time.monotonic() - self.began
                self.lines.step()
                if self.place.seconds - looked > self.given.look_seconds:
                    looked = self.place.seconds
                    self.look()
                if self.place.seconds - saved > self.given.save_seconds:
                    saved = self.place.seconds
                    save(self.given.out, self.model, self.optimiser, self.place)
        save(self.given.out, self.model, self.optimiser, self.place)
        self.look()
        outcome = {**dataclasses.asdict(self.place), "loss": self.lines.recent_loss}
        self.given.out.with_suffix(".json").write_text(json.dumps(outcome) + "\n")

    @property
    def is_primer(self) -> bool:
        return self.primer is not None and self.progress < self.given.curriculum

    def plan(self) -> list[np.ndarray]:
        """The resumed pass, or the next one."""
        place = self.place
        if place.primer != self.is_primer:
            place.primer, place.turn, place.done = self.is_primer, 0, 0
        batches = self.pass_of(place)
        if place.done < len(batches):
            return batches
        place.turn, place.done = place.turn + 1, 0
        return self.pass_of(place)

    def pass_of(self, place: Place) -> list[np.ndarray]:
        seed = [self.given.seed, int(place.primer), place.turn]
        return self.data_of(place).plan(seed, self.given.batch_tokens)

    def data_of(self, place: Place) -> Data:
        return self.primer if self.primer and place.primer else self.data

    def step(self, ids: np.ndarray) -> None:
        place = self.place
        chance = np.random.default_rng([self.given.seed, int(place.primer), place.turn, place.done])
        batch = self.data_of(place).batch(ids, None if place.primer else chance)
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(self.progress, self.given.rate, self.given.warm_up)
        loss = F.cross_entropy(logits_of(self.model, batch, self.working).float(), batch.targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        place.tokens += batch.size
        place.steps += 1
        place.done += 1
        self.lines.add(float(loss.detach()), batch.size)

    @torch.no_grad()
    def look(self) -> None:
        """Of each skill: the loss, the share of right tokens, the share of replies right to the last token."""
        for skill in self.data.skills:
            loss = count = right = whole = rows = 0.0
            for batch in self.data.kept_batches(skill, self.given.batch_tokens):
                logits = logits_of(self.model, batch, self.working).float()
                loss += float(F.cross_entropy(logits, batch.targets, reduction="sum"))
                hits = logits.argmax(-1) == batch.targets
                wrong = torch.zeros(len(batch.tokens)).index_add_(0, batch.rows, (~hits).float())
                count += len(hits)
                right += float(hits.sum())
                whole += float((wrong == 0).sum())
                rows += len(wrong)
            print(f"  {skill:<24} loss {loss / count:.3f} tokens {right / count:.3f} replies {whole / rows:.2f}")
        print(flush=True)


class Log:
    """Prints a line from time to time."""

    def __init__(self, run: Run, seconds: float = 20) -> None:
        self.run = run
        self.seconds = seconds
        self.losses: list[float] = []
        self.recent: deque[float] = deque(maxlen=50)
        self.tokens = 0
        self.last = time.monotonic()

    def add(self, loss: float, tokens: int) -> None:
        self.losses.append(loss)
        self.recent.append(loss)
        self.tokens += tokens

    @property
    def recent_loss(self) -> float | None:
        return sum(self.recent) / len(self.recent) if self.recent else None

    def step(self) -> None:
        passed = time.monotonic() - self.last
        if passed < self.seconds:
            return
        place = self.run.place
        loss = sum(self.losses) / len(self.losses)
        rate = self.run.optimiser.param_groups[0]["lr"]
        part = "primer" if place.primer else "all"
        print(
            f"{place.seconds:6.0f} s {self.run.progress:6.1%} step {place.steps} tokens {place.tokens / 1e6:.2f} M "
            f"{self.tokens / passed:.0f}/s loss {loss:.4f} rate {rate:.5f} {part} {place.turn}",
            flush=True,
        )
        self.losses, self.tokens, self.last = [], 0, time.monotonic()


def logits_of(model: Llama, batch: Batch, working: torch.dtype) -> Tensor:
    hidden = model(batch.tokens, batch.positions, working)
    return model.logits(hidden.flatten(0, 1)[batch.places])


def main() -> None:
    given = arguments()
    keep_memory()
    if given.first:
        come_first()
    run = Run(given)
    count = sum(p.numel() for p in run.model.parameters())
    place = dataclasses.asdict(run.place)
    print(f"{count / 1e6:.2f} M parameters, {len(run.data.ours)} dialogues; {place}", flush=True)
    run.train()


if __name__ == "__main__":
    main()
