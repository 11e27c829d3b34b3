"""
Holds an exported file to its checkpoint: reads what engine-replies.ts printed and fails when the engine reads other
tokens than the network was trained on, or says something the network would not.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer

from checkpoint import load, model_of
from corpus import Line, Message
from model import Llama
from prepare import Layout

# the tolerance between the network's best token and the engine's token: weights are rounded in the file
TOLERANCE = 0.5


def prompt_tokens(layout: Layout, messages: list[dict[str, str]]) -> list[int]:
    line = Line("", tuple(Message(m["role"], m["text"], False) for m in messages))
    [(tokens, _)] = layout.rows([line])
    return tokens + layout.header("assistant")


@torch.no_grad()
def shortfalls(model: Llama, prompt: list[int], reply: list[int]) -> list[float]:
    """For each token of a reply, how much likelier (in logits) the network finds another."""
    tokens = torch.tensor([prompt + reply])
    hidden = model(tokens[:, :-1], torch.arange(tokens.shape[1] - 1)[None], torch.float32)
    logits = model.logits(hidden[0, len(prompt) - 1 :])
    said = logits.gather(1, torch.tensor(reply)[:, None])[:, 0]
    return (logits.max(-1).values - said).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--replies", type=Path, required=True)
    given = parser.parse_args()
    layout = Layout(Tokenizer.from_file(str(given.tokenizer)))
    model = model_of(load(given.checkpoint))
    faults = 0
    for text in given.replies.read_text(encoding="utf-8").splitlines():
        case = json.loads(text)
        expected = prompt_tokens(layout, case["messages"])
        if case["tokens"] != expected:
            faults += 1
            print(f"other tokens: {case['messages']}\n  engine  {case['tokens']}\n  trained {expected}")
            continue
        worst = max(shortfalls(model, expected, case["reply"]))
        faults += worst > TOLERANCE
        print(f"{'agrees' if worst <= TOLERANCE else 'DIFFERS'} by {worst:.3f}: {case['text']!r}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
