# An agent with a tool, and then an answer in a given form, with LangChain:
# KEY=... .venv/bin/python langchain_agent.py 'How warm is it in Oslo?'
# SERVER names another server than http://localhost:8080, MODEL another model than `local`.
import os
import sys
from typing import Literal

from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

SERVER = os.environ.get("SERVER", "http://localhost:8080")
MODEL = os.environ.get("MODEL", "local")
DEGREES = {"Oslo": 9, "Rome": 24}


@tool
def read_temperature(city: Literal["Oslo", "Rome"]) -> str:
    """The temperature of a city now, in degrees Celsius."""
    return str(DEGREES[city])


class Report(BaseModel):
    city: Literal["Oslo", "Rome"]
    is_warm: bool


model = ChatOpenAI(model=MODEL, base_url=f"{SERVER}/v1", api_key=os.environ["KEY"])
agent = model.bind_tools([read_temperature])
messages = [HumanMessage(sys.argv[1] if len(sys.argv) > 1 else "How warm is it in Oslo?")]

while True:
    message = agent.invoke(messages)
    messages.append(message)
    if not message.tool_calls:
        break
    messages += [read_temperature.invoke(call) for call in message.tool_calls]
print(message.content)

messages.append(HumanMessage("Is that warm?"))
print(repr(model.with_structured_output(Report).invoke(messages)))
