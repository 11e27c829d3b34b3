# What the cases of all clients request.
from typing import Literal

from pydantic import BaseModel

HELLO = [{"role": "user", "content": "Say hello."}]
QUESTION = [{"role": "user", "content": "How warm is it in Oslo?"}]
TWO_QUESTIONS = [{"role": "user", "content": "How warm is it in Oslo and in Rome?"}]
QUESTIONS_AT_ONCE = [{"role": "user", "content": "How warm is it in Oslo and in Rome at once?"}]
SIGNED = [{"role": "user", "content": "How warm is it in Oslo? Sign the call."}]
THINKING = [{"role": "user", "content": "Think, then say hello."}]
THOUGHTS = "A greeting is due."
CONTINUED = [*HELLO, {"role": "assistant", "content": "Hello,"}]
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
PICTURE = [{"role": "user", "content": [IMAGE]}]
SYSTEM_ONLY = [{"role": "system", "content": "Say hello."}]
SYSTEM_LAST = [*HELLO, {"role": "assistant", "content": "Hello."}, {"role": "system", "content": "Say bye."}]
NO_FUNCTION = {"outcome": "no function"}


class City(BaseModel):
    city: Literal["Oslo", "Rome"]


class Report(BaseModel):
    city: Literal["Oslo", "Rome"]
    is_warm: bool


def function(name, description):
    parameters = {"type": "object", "properties": {"city": {"type": "string", "enum": ["Oslo", "Rome"]}}, "required": ["city"]}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


READ_TEMPERATURE = function("read_temperature", "The temperature of a city now.")
READ_TIME = function("read_time", "The time in a city now.")
TOOLS = [READ_TEMPERATURE, READ_TIME]
NAMED = {"type": "function", "function": {"name": "read_time"}}
# a model of random weights would call its tool for ever
FORCED = {"tool_choice": "required"}
FREE = {"tool_choice": "none", "max_tokens": 24}

CODE = {"type": "string", "pattern": "^[A-Z]{3}$"}
CODE_SCHEMA = {"type": "object", "properties": {"code": CODE}, "required": ["code"]}
CODE_FORMAT = {"type": "json_schema", "json_schema": {"name": "code", "schema": CODE_SCHEMA}}
FIND_CODE = {"type": "function", "function": {"name": "find_code", "parameters": CODE_SCHEMA}}
STRICT_FIND_CODE = {"type": "function", "function": {**FIND_CODE["function"], "strict": True}}
READ_CLOCK = {"type": "function", "function": {"name": "read_clock", "parameters": {"type": "object", "properties": {}}}}


def empty(is_local):
    """A request whose reply is empty: the local model of these cases has only these tokens, and a hosted one has nothing to say."""
    if is_local:
        return {"messages": HELLO, "stop": ['"', "}", " a", " of"]}
    return {"messages": [{"role": "user", "content": "Say nothing."}]}


def check_signed(answer):
    """Whether the field that a provider added to a call came back to it."""
    if answer != "It is 9 degrees, signed.":
        return {"outcome": "left out", "detail": answer}


def check_roles(text, is_local, roles):
    assert text.strip() if is_local else text == roles, text


def refused(answer, error_class, words=""):
    """The status of a refusal, which must be an error of this class that has these words; `pass` for an answer."""
    try:
        answer()
    except error_class as error:
        assert words in str(error), str(error)
        return {"outcome": str(error.status_code), "detail": str(error)}


def check_names(calls):
    """One call or two; two must have ids of their own and be in the order of the question."""
    if len(calls) == 1:
        return {"outcome": "one call"}
    assert len({call_id for call_id, _ in calls}) == 2, calls
    assert [city for _, city in calls] == ["Oslo", "Rome"], calls
