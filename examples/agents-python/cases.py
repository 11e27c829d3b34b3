# Runs every case of docs/openai.md with the three clients, on the model `local` and on a hosted one:
# KEY=... HOSTED=<alias> .venv/bin/python cases.py
# It prints a line of JSON for each: { sdk, case, model, outcome, detail }. An outcome is `pass`, the status of the refusal
# that the client raised as its own error, a reason, or `failed`.
import json
import os
import traceback

from langchain_cases import LangchainCases
from litellm_cases import LitellmCases
from openai_cases import OpenaiCases

SERVER = os.environ.get("SERVER", "http://localhost:8080")
MODELS = {"local": "local", "hosted": os.environ["HOSTED"]}
CASES = [
    "text",
    "streamed text",
    "token usage",
    "JSON object",
    "JSON Schema",
    "tool call, chosen by the model",
    "tool call, required",
    "tool call, named",
    "streamed arguments",
    "agent loop",
    "two calls in one reply",
    "two calls, not in parallel",
    "interleaved calls",
    "call without arguments",
    "unsupported schema of a tool",
    "unsupported schema of a strict tool",
    "thoughts",
    "streamed thoughts",
    "tokens of thoughts",
    "empty turn",
    "empty turn, streamed",
    "fields of a provider",
    "system message at the end",
    "only a system message",
    "seed",
    "continued assistant message",
    "models",
    "wrong key",
    "unsupported schema",
    "image in a message",
    "embeddings",
    "responses",
    "images",
    "audio",
]
HOSTED_ONLY = {"thoughts", "streamed thoughts", "tokens of thoughts", "interleaved calls", "fields of a provider"}


def run(case, model, is_local):
    try:
        return case(model, is_local) or {"outcome": "pass"}
    except Exception:
        return {"outcome": "failed", "detail": traceback.format_exc()}


SDKS = {"openai (Python)": OpenaiCases, "langchain-openai": LangchainCases, "litellm": LitellmCases}
for sdk, cases in SDKS.items():
    suite = cases(f"{SERVER}/v1", os.environ["KEY"])
    for name in CASES:
        method = getattr(suite, name.lower().replace(",", "").replace(" ", "_"))
        for model, model_name in MODELS.items():
            if model == "local" and name in HOSTED_ONLY:
                continue
            ended = run(method, model_name, model == "local")
            print(json.dumps({"sdk": sdk, "case": name, "model": model, "detail": "", **ended}), flush=True)
