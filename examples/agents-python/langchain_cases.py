import openai
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

import forms

NO_FUNCTION = forms.NO_FUNCTION
HELLO, QUESTION, TWO_QUESTIONS = (
    [HumanMessage(messages[0]["content"])] for messages in (forms.HELLO, forms.QUESTION, forms.TWO_QUESTIONS)
)


@tool(args_schema=forms.City)
def read_temperature(city):
    """The temperature of a city now."""
    return "9 degrees"


@tool(args_schema=forms.City)
def read_time(city):
    """The time in a city now."""
    return "noon"


TOOLS = [read_temperature, read_time]


class LangchainCases:
    """The cases with LangChain. Its errors are those of OpenAI's client."""

    def __init__(self, base_url, key):
        self.server = {"base_url": base_url, "api_key": key}

    def chat(self, model, **options):
        return ChatOpenAI(model=model, **{**self.server, **options})

    def text(self, model, _):
        message = self.chat(model, max_tokens=24).invoke(HELLO)
        assert message.content.strip()
        assert message.response_metadata["finish_reason"] in ("stop", "length")

    def streamed_text(self, model, _):
        pieces = [chunk.content for chunk in self.chat(model, max_tokens=24).stream(HELLO)]
        assert "".join(pieces).strip()

    def token_usage(self, model, _):
        chat = self.chat(model, max_tokens=24, stream_usage=True)
        whole = chat.invoke(HELLO)
        streamed = sum_of(chat.stream(HELLO))
        for usage in (whole.usage_metadata, streamed.usage_metadata):
            assert usage["input_tokens"] > 0 and usage["output_tokens"] > 0
            assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"]

    def json_object(self, model, _):
        chat = self.chat(model).with_structured_output(None, method="json_mode")
        assert isinstance(chat.invoke(HELLO), dict)

    def json_schema(self, model, _):
        chat = self.chat(model).with_structured_output(forms.Report, method="json_schema")
        assert isinstance(chat.invoke(QUESTION), forms.Report)

    def tool_call_chosen_by_the_model(self, model, is_local):
        message = self.chat(model).bind_tools(TOOLS).invoke(QUESTION)
        if message.tool_calls:
            check_call(message)
        else:
            assert is_local and message.content.strip()

    def tool_call_required(self, model, _):
        check_call(self.chat(model).bind_tools(TOOLS, tool_choice="required").invoke(QUESTION))

    def tool_call_named(self, model, _):
        message = self.chat(model).bind_tools(TOOLS, tool_choice="read_time").invoke(QUESTION)
        assert check_call(message)["name"] == "read_time"

    def streamed_arguments(self, model, _):
        check_call(sum_of(self.chat(model).bind_tools(TOOLS, tool_choice="required").stream(QUESTION)))

    def agent_loop(self, model, _):
        chat = self.chat(model)
        messages = list(QUESTION)
        for options in forms.FORCED, forms.FREE:
            message = chat.bind_tools([read_temperature], **options).invoke(messages)
            messages += [message, *(read_temperature.invoke(call) for call in message.tool_calls)]
        assert message.content.strip() and not message.tool_calls

    def two_calls_in_one_reply(self, model, _):
        message = self.chat(model).bind_tools([read_temperature], tool_choice="required").invoke(TWO_QUESTIONS)
        return forms.check_names([(call["id"], call["args"]["city"]) for call in message.tool_calls])

    def two_calls_not_in_parallel(self, model, _):
        options = {"tool_choice": "required", "parallel_tool_calls": False}
        check_call(self.chat(model).bind_tools([read_temperature], **options).invoke(TWO_QUESTIONS))

    def interleaved_calls(self, model, _):
        message = sum_of(self.chat(model).bind_tools(TOOLS).stream(forms.QUESTIONS_AT_ONCE))
        assert [call["args"]["city"] for call in message.tool_calls] == ["Oslo", "Rome"]

    def call_without_arguments(self, model, _):
        message = self.chat(model).bind_tools([forms.READ_CLOCK], tool_choice="required").invoke(HELLO)
        assert message.tool_calls[0]["args"] == {}

    def unsupported_schema_of_a_tool(self, model, is_local):
        message = self.chat(model).bind_tools([forms.FIND_CODE], tool_choice="required").invoke(HELLO)
        (call,) = message.tool_calls
        assert call["name"] == "find_code"
        assert not is_local or isinstance(call["args"]["code"], str)

    def unsupported_schema_of_a_strict_tool(self, model, _):
        chat = self.chat(model).bind_tools([forms.STRICT_FIND_CODE], tool_choice="required")
        return forms.refused(lambda: chat.invoke(HELLO), openai.BadRequestError, "pattern")

    def thoughts(self, model, _):
        message = self.chat(model).invoke(forms.THINKING)
        assert message.content == "Hello"
        return check_thoughts(message)

    def streamed_thoughts(self, model, _):
        message = sum_of(self.chat(model).stream(forms.THINKING))
        assert message.content == "Hello"
        return check_thoughts(message)

    def tokens_of_thoughts(self, model, _):
        usage = self.chat(model).invoke(forms.THINKING).usage_metadata
        assert usage["output_token_details"]["reasoning"] == 3

    def empty_turn(self, model, is_local):
        request = forms.empty(is_local)
        message = self.chat(model).invoke(request.pop("messages"), **request)
        assert (message.content, message.response_metadata["finish_reason"]) == ("", "stop")

    def empty_turn_streamed(self, model, is_local):
        request = forms.empty(is_local)
        message = sum_of(self.chat(model).stream(request.pop("messages"), **request))
        assert (message.content, message.response_metadata["finish_reason"]) == ("", "stop")

    def fields_of_a_provider(self, model, _):
        chat = self.chat(model).bind_tools([read_temperature])
        message = chat.invoke(forms.SIGNED)
        results = [read_temperature.invoke(call) for call in message.tool_calls]
        return forms.check_signed(chat.invoke([*forms.SIGNED, message, *results]).content)

    def system_message_at_the_end(self, model, is_local):
        message = self.chat(model, max_tokens=24).invoke(forms.SYSTEM_LAST)
        forms.check_roles(message.content, is_local, "user, assistant, system")

    def only_a_system_message(self, model, is_local):
        message = self.chat(model, max_tokens=24).invoke(forms.SYSTEM_ONLY)
        forms.check_roles(message.content, is_local, "system")

    def seed(self, model, is_local):
        chat = self.chat(model, seed=7, temperature=1, max_tokens=24)
        first, second = chat.invoke(HELLO).content, chat.invoke(HELLO).content
        assert first == second and (is_local or "seed 7" in first)

    def continued_assistant_message(self, model, _):
        chat = self.chat(model, max_tokens=24)
        return forms.refused(lambda: chat.invoke([*HELLO, AIMessage("Hello,")]), openai.BadRequestError)

    def models(self, *_):
        return NO_FUNCTION

    def wrong_key(self, model, _):
        return forms.refused(lambda: self.chat(model, api_key="wrong").invoke(HELLO), openai.AuthenticationError)

    def unsupported_schema(self, model, _):
        schema = {"title": "code", "description": "A code.", **forms.CODE_SCHEMA}
        chat = self.chat(model).with_structured_output(schema, method="json_schema")
        return forms.refused(lambda: chat.invoke(HELLO), openai.BadRequestError, "pattern")

    def image_in_a_message(self, model, _):
        messages = [HumanMessage(forms.PICTURE[0]["content"])]
        return forms.refused(lambda: self.chat(model).invoke(messages), openai.BadRequestError, "images")

    def embeddings(self, model, _):
        # otherwise it downloads a tokenizer
        client = OpenAIEmbeddings(model=model, check_embedding_ctx_length=False, **self.server)
        return forms.refused(lambda: client.embed_query("Oslo"), openai.NotFoundError)

    def responses(self, model, _):
        chat = self.chat(model, use_responses_api=True)
        return forms.refused(lambda: chat.invoke(HELLO), openai.NotFoundError)

    def images(self, *_):
        return NO_FUNCTION

    def audio(self, *_):
        return NO_FUNCTION


def sum_of(chunks):
    first, *others = chunks
    for chunk in others:
        first += chunk
    return first


def check_thoughts(message):
    if message.additional_kwargs.get("reasoning_content") != forms.THOUGHTS:
        return {"outcome": "left out", "detail": str(message.additional_kwargs)}


def check_call(message):
    """The only call of a message, whose arguments must fit."""
    (call,) = message.tool_calls
    assert not message.invalid_tool_calls and call["id"]
    assert message.response_metadata["finish_reason"] == "tool_calls"
    assert call["name"] in ("read_temperature", "read_time")
    forms.City.model_validate(call["args"])
    return call
