"""Makes the vocabulary: bytes and frequent texts of the corpus, digits one by one (llama.cpp's `smollm`)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

from corpus import lines_of

BEGIN = "<|begin_of_text|>"
HEADER_START = "<|start_header_id|>"
HEADER_END = "<|end_header_id|>"
END_OF_TURN = "<|eot_id|>"
CONTROLS = (BEGIN, HEADER_START, HEADER_END, END_OF_TURN)


def new_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def texts_of(path: Path, lines: int) -> Iterator[str]:
    # every message is a text of its own: no token ever spans two of them
    for line in islice(lines_of(path), lines):
        for message in line.messages:
            yield message.text


def train(corpus: Path, size: int, lines: int) -> Tokenizer:
    tokenizer = new_tokenizer()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[AddedToken(text, special=True) for text in CONTROLS],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts_of(corpus, lines), trainer)
    return tokenizer


def plain(tokenizer: Tokenizer) -> Tokenizer:
    """The same vocabulary for texts of users: a marker inside a text stays text, as the worker keeps it."""
    model = tokenizer.model
    copy = new_tokenizer()
    copy.model = model
    return copy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--lines", type=int, default=30_000, help="how many lines of the corpus to look at")
    given = parser.parse_args()
    tokenizer = train(given.corpus, given.size, given.lines)
    partial = given.out.with_suffix(".partial")
    tokenizer.save(str(partial))
    partial.replace(given.out)
    print(f"{tokenizer.get_vocab_size()} tokens in {given.out}")


if __name__ == "__main__":
    main()
