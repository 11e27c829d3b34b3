# An agent with a tool, and then an answer in a given form, with OpenAI's client:
# KEY=... .venv/bin/python openai_agent.py 'How warm is it in Oslo?'
# SERVER names another server than http://localhost:8080, MODEL another model than `local`.
import os
import sys
from typing import Literal

import openai
from pydantic import BaseModel

SERVER = os.environ.get("SERVER", "http://localhost:8080")
MODEL = os.environ.get("MODEL", "local")
DEGREES = {"Oslo": 9, "Rome": 24}


class ReadTemperature(BaseModel):
    """The temperature of a city now, in degrees Celsius."""

    city: Literal["Oslo", "Rome"]


class Report(BaseModel):
    city: Literal["Oslo", "Rome"]
    is_warm: bool


client = openai.OpenAI(base_url=f"{SERVER}/v1", api_key=os.environ["KEY"])
tools = [openai.pydantic_function_tool(ReadTemperature, name="read_temperature")]
messages = [{"role": "user", "content": sys.argv[1] if len(sys.argv) > 1 else "How warm is it in Oslo?"}]

while True:
    message = client.chat.completions.parse(model=MODEL, messages=messages, tools=tools).choices[0].message
    messages.append(message)
    if not message.tool_calls:
        break
    for call in message.tool_calls:
        city = call.function.parsed_arguments.city
        messages.append({"role": "tool", "tool_call_id": call.id, "content": str(DEGREES[city])})
print(message.content)

messages.append({"role": "user", "content": "Is that warm?"})
completion = client.chat.completions.parse(model=MODEL, messages=messages, response_format=Report)
print(completion.choices[0].message.parsed)
