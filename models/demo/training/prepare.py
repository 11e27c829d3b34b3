"""Turns the corpus into numbers: tokens in the worker's exact layout, and which of them the model learns to say."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from corpus import Line, chunks_of
from tokenizer import BEGIN, END_OF_TURN, HEADER_END, HEADER_START, plain

CHUNK = 2_000


class Layout:
    """BOS, then each message from header to `<|eot_id|>`; the pieces are tokenized apart, as the worker does."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.plain = plain(tokenizer)
        self.begin, self.header_start, self.header_end, self.end_of_turn = (
            tokenizer.token_to_id(text) for text in (BEGIN, HEADER_START, HEADER_END, END_OF_TURN)
        )
        self.headers: dict[str, list[int]] = {}

    def header(self, role: str) -> list[int]:
        if role not in self.headers:
            name, gap = self.plain.encode(role).ids, self.plain.encode("\n\n").ids
            self.headers[role] = [self.header_start, *name, self.header_end, *gap]
        return self.headers[role]

    def rows(self, lines: list[Line]) -> list[tuple[list[int], list[bool]]]:
        """For each line its tokens, and for each token whether it is learned."""
        texts = [message.text for line in lines for message in line.messages]
        encoded = iter(self.plain.encode_batch_fast(texts))
        return [self.row(line, [next(encoded).ids for _ in line.messages]) for line in lines]

    def row(self, line: Line, texts: list[list[int]]) -> tuple[list[int], list[bool]]:
        tokens, learned = [self.begin], [False]
        for message, text in zip(line.messages, texts, strict=True):
            header = self.header(message.role)
            tokens += [*header, *text, self.end_of_turn]
            learned += [False] * len(header) + [message.learned] * (len(text) + 1)
        return tokens, learned


def prepare(corpus: Path, tokenizer: Path, out: Path, max_length: int) -> dict[str, object]:
    vocabulary = Tokenizer.from_file(str(tokenizer))
    layout = Layout(vocabulary)
    out.mkdir(parents=True, exist_ok=True)
    skills: dict[str, int] = {}
    lengths: list[int] = []
    skill_of: list[int] = []
    left_out = 0
    with (out / "tokens.u16").open("wb") as tokens_file, (out / "learned.u8").open("wb") as learned_file:
        for chunk in chunks_of(corpus, CHUNK):
            for line, (tokens, learned) in zip(chunk, layout.rows(chunk), strict=True):
                if len(tokens) > max_length:
                    left_out += 1
                    continue
                np.asarray(tokens, dtype=np.uint16).tofile(tokens_file)
                np.asarray(learned, dtype=np.uint8).tofile(learned_file)
                lengths.append(len(tokens))
                skill_of.append(skills.setdefault(line.skill, len(skills)))
    np.save(out / "lengths.npy", np.asarray(lengths, dtype=np.int32))
    np.save(out / "skills.npy", np.asarray(skill_of, dtype=np.int16))
    about = {
        "skills": list(skills),
        "dialogues": len(lengths),
        "left_out": left_out,
        "tokens": sum(lengths),
        "header_start": layout.header_start,
        "vocabulary": vocabulary.get_vocab_size(),
    }
    # written last: without this file an interrupted stage runs again
    (out / "about.json").write_text(json.dumps(about, indent=2) + "\n")
    return about


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--max-length", type=int, default=1024, help="longer dialogues are left out")
    given = parser.parse_args()
    began = time.monotonic()
    about = prepare(given.corpus, given.tokenizer, given.out, given.max_length)
    print(json.dumps(about), f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
