"""The network of the demo model: a small llama, written for quick training on a processor."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass(frozen=True)
class Shape:
    """Sizes of the network; the defaults are those of the bundled model: 3.48 million parameters."""

    vocabulary: int = 2048
    width: int = 256
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2
    feed_forward: int = 704
    rope_base: float = 100_000.0
    context: int = 4096
    norm_epsilon: float = 1e-5

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    @property
    def kv_width(self) -> int:
        return self.kv_heads * self.head_width

    def as_dict(self) -> dict[str, int | float]:
        return asdict(self)


class Block(nn.Module):
    """Attention and feed-forward; q, k, v and gate, up are one matrix each (export.py splits them)."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width = shape.width
        self.attention_norm = nn.Parameter(torch.ones(width))
        self.qkv = nn.Parameter(torch.randn(width + 2 * shape.kv_width, width) * 0.02)
        self.attention_out = nn.Parameter(torch.randn(width, width) * 0.02 / (2 * shape.layers) ** 0.5)
        self.feed_norm = nn.Parameter(torch.ones(width))
        self.gate_up = nn.Parameter(torch.randn(2 * shape.feed_forward, width) * 0.02)
        self.down = nn.Parameter(torch.randn(width, shape.feed_forward) * 0.02 / (2 * shape.layers) ** 0.5)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        x = x + self.attention(normalised(x, self.attention_norm, self.shape.norm_epsilon), cos, sin)
        y = normalised(x, self.feed_norm, self.shape.norm_epsilon)
        gate, up = linear(y, self.gate_up).chunk(2, -1)
        return x + linear(F.silu(gate) * up, self.down)

    def attention(self, y: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        batch, length, width = y.shape
        heads, kv_heads, head_width = self.shape.heads, self.shape.kv_heads, self.shape.head_width
        qkv = linear(y, self.qkv).view(batch, length, heads + 2 * kv_heads, head_width)
        qk = rotated(qkv[:, :, : heads + kv_heads], cos, sin).transpose(1, 2)
        # heads that share a k and v are stacked as rows of one product: on a CPU a plain product is twice as fast as
        # the fused attention, whose backward pass is slow
        q = qk[:, :heads].reshape(batch, kv_heads, heads // kv_heads * length, head_width)
        k, v = qk[:, heads:], qkv[:, :, heads + kv_heads :].transpose(1, 2)
        scores = (q @ k.transpose(2, 3)).view(batch, heads, length, length)
        weights = attention_weights(scores, head_width**-0.5).view(batch, kv_heads, -1, length)
        out = (weights @ v).view(batch, heads, length, head_width)
        return linear(out.transpose(1, 2).reshape(batch, length, width), self.attention_out)


class Llama(nn.Module):
    """Tied embeddings; the caller passes each token's position and the positions whose next token it needs."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Parameter(torch.randn(shape.vocabulary, shape.width) * 0.02)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.out_norm = nn.Parameter(torch.ones(shape.width))
        half = shape.head_width // 2
        frequencies = shape.rope_base ** (-torch.arange(half, dtype=torch.float64) / half)
        angles = torch.arange(shape.context, dtype=torch.float64)[:, None] * frequencies[None]
        self.register_buffer("cos", angles.cos().float(), persistent=False)
        self.register_buffer("sin", angles.sin().float(), persistent=False)

    def forward(self, tokens: Tensor, positions: Tensor, working: torch.dtype = torch.bfloat16) -> Tensor:
        """The hidden states before the last norm."""
        # both of shape (batch, length, 1, half): the same for all heads
        cos, sin = self.cos[positions].unsqueeze(2), self.sin[positions].unsqueeze(2)
        x = F.embedding(tokens, self.embedding).to(working)
        for block in self.blocks:
            x = block(x, cos, sin)
        return x

    def logits(self, hidden: Tensor) -> Tensor:
        return linear(normalised(hidden, self.out_norm, self.shape.norm_epsilon), self.embedding)


def linear(x: Tensor, weight: Tensor) -> Tensor:
    """The stored weights stay in f32 (AdamW needs it); the product is computed in the type of the activations."""
    return F.linear(x, weight.to(x.dtype))


def attention_weights(scores: Tensor, scale: float) -> Tensor:
    """Each token attends to itself and to earlier tokens."""
    length = scores.shape[-1]
    later = torch.full((length, length), -1e30, dtype=scores.dtype).triu(1)
    return torch.softmax(torch.add(later, scores, alpha=scale), -1)


def normalised(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    return F.rms_norm(x, (x.shape[-1],), weight.to(x.dtype), epsilon)


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions over the two halves of a head; export.py puts the rows in llama.cpp's order."""
    first, second = x.chunk(2, -1)
    cos, sin = cos.to(x.dtype), sin.to(x.dtype)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)
