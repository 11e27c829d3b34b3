"""Reads the corpus that emit-corpus.ts writes: one dialogue per line (its shape is in corpus/training-line.ts)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Message:
    role: str
    text: str
    learned: bool


@dataclass(frozen=True, slots=True)
class Line:
    skill: str
    messages: tuple[Message, ...]


def lines_of(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        for text in file:
            value = json.loads(text)
            messages = tuple(Message(m["role"], m["text"], bool(m["learned"])) for m in value["messages"])
            yield Line(value["skill"], messages)


def chunks_of(path: Path, size: int) -> Iterator[list[Line]]:
    """Some lines at a time, so that memory stays bounded whatever the corpus' size."""
    lines = lines_of(path)
    while chunk := list(islice(lines, size)):
        yield chunk
