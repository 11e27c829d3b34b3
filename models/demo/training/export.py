"""Writes a checkpoint as a GGUF file of llama.cpp's `llama` architecture: the same bytes for the same checkpoint."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from gguf import GGUFWriter, GGMLQuantizationType, LlamaFileType, TokenType, quants
from torch import Tensor

from checkpoint import load, model_of
from model import Block, Llama
from tokenizer import BEGIN, CONTROLS, END_OF_TURN

# Llama 3's form, for programs that read it; ours chooses it by the control tokens
CHAT_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}"
    "{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] + '<|eot_id|>' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
TYPES = {
    "q8_0": (GGMLQuantizationType.Q8_0, LlamaFileType.MOSTLY_Q8_0),
    "f16": (GGMLQuantizationType.F16, LlamaFileType.MOSTLY_F16),
}


def tensors_of(model: Llama) -> Iterator[tuple[str, Tensor]]:
    yield "token_embd.weight", model.embedding
    for index, block in enumerate(model.blocks):
        for name, tensor in block_tensors(block):
            yield f"blk.{index}.{name}.weight", tensor
    # no output.weight: llama.cpp then takes the embeddings
    yield "output_norm.weight", model.out_norm


def block_tensors(block: Block) -> Iterator[tuple[str, Tensor]]:
    shape = block.shape
    q, k, v = block.qkv.split([shape.width, shape.kv_width, shape.kv_width])
    gate, up = block.gate_up.chunk(2)
    yield "attn_norm", block.attention_norm
    yield "attn_q", paired(q, shape.heads)
    yield "attn_k", paired(k, shape.kv_heads)
    yield "attn_v", v
    yield "attn_output", block.attention_out
    yield "ffn_norm", block.feed_norm
    yield "ffn_gate", gate
    yield "ffn_up", up
    yield "ffn_down", block.down


def paired(rows: Tensor, heads: int) -> Tensor:
    """model.py turns a head's first half with its second; llama.cpp turns each row with the next one."""
    height, width = rows.shape
    return rows.reshape(heads, 2, height // heads // 2, width).swapaxes(1, 2).reshape(height, width)


def write_shape(writer: GGUFWriter, model: Llama) -> None:
    shape = model.shape
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_layer_norm_rms_eps(shape.norm_epsilon)
    writer.add_rope_dimension_count(shape.head_width)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_vocab_size(shape.vocabulary)


def write_vocabulary(writer: GGUFWriter, tokenizer: Path) -> None:
    model = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]
    ids: dict[str, int] = model["vocab"]
    tokens = sorted(ids, key=lambda token: ids[token])
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types([TokenType.CONTROL if token in CONTROLS else TokenType.NORMAL for token in tokens])
    writer.add_token_merges(merges)
    writer.add_bos_token_id(ids[BEGIN])
    writer.add_eos_token_id(ids[END_OF_TURN])
    writer.add_eot_token_id(ids[END_OF_TURN])
    writer.add_add_bos_token(True)
    writer.add_chat_template(CHAT_TEMPLATE)


def write(model: Llama, tokenizer: Path, out: Path, kind: str, name: str) -> None:
    matrix_type, file_type = TYPES[kind]
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_suffix(".partial")
    writer = GGUFWriter(partial, "llama")
    writer.add_name(name)
    writer.add_license("MIT")
    writer.add_file_type(file_type)
    writer.add_quantization_version(2)
    write_shape(writer, model)
    write_vocabulary(writer, tokenizer)
    for tensor_name, tensor in tensors_of(model):
        values = np.ascontiguousarray(tensor.detach().float().numpy())
        if values.ndim == 1:
            writer.add_tensor(tensor_name, values)
        else:
            writer.add_tensor(tensor_name, quants.quantize(values, matrix_type), raw_dtype=matrix_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    partial.replace(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--type", choices=TYPES, default="q8_0")
    parser.add_argument("--name", default="Parley demo")
    given = parser.parse_args()
    write(model_of(load(given.checkpoint)), given.tokenizer, given.out, given.type, given.name)
    print(f"{given.out}: {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
