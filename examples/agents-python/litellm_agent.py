# An agent with a tool, and then an answer in a given form, with LiteLLM:
# KEY=... .venv/bin/python litellm_agent.py 'How warm is it in Oslo?'
# SERVER names another server than http://localhost:8080, MODEL another model than `local`.
import json
import os
import sys
from typing import Literal

# the prices of hosted models, which it downloads otherwise
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
import litellm
from pydantic import BaseModel

SERVER = os.environ.get("SERVER", "http://localhost:8080")
MODEL = os.environ.get("MODEL", "local")
DEGREES = {"Oslo": 9, "Rome": 24}


class Report(BaseModel):
    city: Literal["Oslo", "Rome"]
    is_warm: bool


parameters = {"type": "object", "properties": {"city": {"type": "string", "enum": ["Oslo", "Rome"]}}, "required": ["city"]}
description = "The temperature of a city now, in degrees Celsius."
function = {"name": "read_temperature", "description": description, "parameters": parameters}
tools = [{"type": "function", "function": function}]
# `openai/` chooses the protocol
server = {"model": f"openai/{MODEL}", "api_base": f"{SERVER}/v1", "api_key": os.environ["KEY"]}
messages = [{"role": "user", "content": sys.argv[1] if len(sys.argv) > 1 else "How warm is it in Oslo?"}]

while True:
    message = litellm.completion(**server, messages=messages, tools=tools).choices[0].message
    messages.append(message)
    if not message.tool_calls:
        break
    for call in message.tool_calls:
        city = json.loads(call.function.arguments)["city"]
        messages.append({"role": "tool", "tool_call_id": call.id, "content": str(DEGREES[city])})
print(message.content)

messages.append({"role": "user", "content": "Is that warm?"})
completion = litellm.completion(**server, messages=messages, response_format=Report)
print(repr(Report.model_validate_json(completion.choices[0].message.content)))
