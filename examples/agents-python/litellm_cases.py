import json
import os

# the prices of hosted models, which it downloads otherwise
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
import litellm
import openai

import forms

litellm.telemetry = False
litellm.suppress_debug_info = True


class LitellmCases:
    """The cases with LiteLLM, whose prefix `openai/` chooses the protocol."""

    def __init__(self, base_url, key):
        self.server = {"api_base": base_url, "api_key": key}

    def create(self, model, messages, **request):
        return litellm.completion(model=f"openai/{model}", messages=messages, **{**self.server, **request})

    def reply(self, model, messages, **request):
        return self.create(model, messages, **request).choices[0]

    def text(self, model, _):
        choice = self.reply(model, forms.HELLO, max_tokens=24)
        assert choice.message.content.strip()
        assert choice.finish_reason in ("stop", "length")

    def streamed_text(self, model, _):
        chunks = self.create(model, forms.HELLO, max_tokens=24, stream=True)
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks).strip()

    def token_usage(self, model, _):
        usage = self.create(model, forms.HELLO, max_tokens=24).usage
        options = {"stream": True, "stream_options": {"include_usage": True}}
        chunks = list(self.create(model, forms.HELLO, max_tokens=24, **options))
        for count in (usage, chunks[-1].usage):
            assert count.prompt_tokens > 0 and count.completion_tokens > 0
            assert count.total_tokens == count.prompt_tokens + count.completion_tokens

    def json_object(self, model, _):
        choice = self.reply(model, forms.HELLO, response_format={"type": "json_object"})
        assert isinstance(json.loads(choice.message.content), dict)

    def json_schema(self, model, _):
        choice = self.reply(model, forms.QUESTION, response_format=forms.Report)
        forms.Report.model_validate_json(choice.message.content)

    def tool_call_chosen_by_the_model(self, model, is_local):
        choice = self.reply(model, forms.QUESTION, tools=forms.TOOLS)
        if choice.message.tool_calls:
            check_call(choice)
        else:
            assert is_local and choice.message.content.strip()

    def tool_call_required(self, model, _):
        check_call(self.reply(model, forms.QUESTION, tools=forms.TOOLS, tool_choice="required"))

    def tool_call_named(self, model, _):
        choice = self.reply(model, forms.QUESTION, tools=forms.TOOLS, tool_choice=forms.NAMED)
        assert check_call(choice).function.name == "read_time"

    def streamed_arguments(self, model, _):
        request = {"tools": forms.TOOLS, "tool_choice": "required", "stream": True}
        chunks = list(self.create(model, forms.QUESTION, **request))
        check_call(litellm.stream_chunk_builder(chunks).choices[0])

    def agent_loop(self, model, _):
        messages = list(forms.QUESTION)
        for options in forms.FORCED, forms.FREE:
            message = self.reply(model, messages, tools=[forms.READ_TEMPERATURE], **options).message
            messages.append(message)
            for call in message.tool_calls or []:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "9 degrees"})
        assert message.content.strip() and not message.tool_calls

    def two_calls_in_one_reply(self, model, _):
        tools = [forms.READ_TEMPERATURE]
        calls = self.reply(model, forms.TWO_QUESTIONS, tools=tools, tool_choice="required").message.tool_calls
        return forms.check_names([(call.id, json.loads(call.function.arguments)["city"]) for call in calls])

    def two_calls_not_in_parallel(self, model, _):
        options = {"tools": [forms.READ_TEMPERATURE], "tool_choice": "required", "parallel_tool_calls": False}
        check_call(self.reply(model, forms.TWO_QUESTIONS, **options))

    def interleaved_calls(self, model, _):
        chunks = list(self.create(model, forms.QUESTIONS_AT_ONCE, tools=forms.TOOLS, stream=True))
        calls = litellm.stream_chunk_builder(chunks).choices[0].message.tool_calls
        assert [json.loads(call.function.arguments)["city"] for call in calls] == ["Oslo", "Rome"]

    def call_without_arguments(self, model, _):
        choice = self.reply(model, forms.HELLO, tools=[forms.READ_CLOCK], tool_choice="required")
        assert json.loads(choice.message.tool_calls[0].function.arguments) == {}

    def unsupported_schema_of_a_tool(self, model, is_local):
        choice = self.reply(model, forms.HELLO, tools=[forms.FIND_CODE], tool_choice="required")
        called = choice.message.tool_calls[0].function
        assert called.name == "find_code"
        assert not is_local or isinstance(json.loads(called.arguments)["code"], str)

    def unsupported_schema_of_a_strict_tool(self, model, _):
        request = {"tools": [forms.STRICT_FIND_CODE], "tool_choice": "required"}
        return forms.refused(lambda: self.reply(model, forms.HELLO, **request), litellm.BadRequestError, "pattern")

    def thoughts(self, model, _):
        message = self.reply(model, forms.THINKING).message
        assert (message.reasoning_content, message.content) == (forms.THOUGHTS, "Hello")

    def streamed_thoughts(self, model, _):
        chunks = list(self.create(model, forms.THINKING, stream=True))
        message = litellm.stream_chunk_builder(chunks).choices[0].message
        assert (message.reasoning_content, message.content) == (forms.THOUGHTS, "Hello")

    def tokens_of_thoughts(self, model, _):
        usage = self.create(model, forms.THINKING).usage
        assert usage.completion_tokens_details.reasoning_tokens == 3

    def empty_turn(self, model, is_local):
        choice = self.reply(model, **forms.empty(is_local))
        assert (choice.message.content, choice.finish_reason) == ("", "stop")

    def empty_turn_streamed(self, model, is_local):
        chunks = list(self.create(model, **forms.empty(is_local), stream=True))
        assert not any(chunk.choices[0].delta.content for chunk in chunks if chunk.choices)
        assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"

    def fields_of_a_provider(self, model, _):
        message = self.reply(model, forms.SIGNED, tools=forms.TOOLS).message
        result = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "9 degrees"}
        answer = self.reply(model, [*forms.SIGNED, message, result], tools=forms.TOOLS).message.content
        return forms.check_signed(answer)

    def system_message_at_the_end(self, model, is_local):
        choice = self.reply(model, forms.SYSTEM_LAST, max_tokens=24)
        forms.check_roles(choice.message.content, is_local, "user, assistant, system")

    def only_a_system_message(self, model, is_local):
        choice = self.reply(model, forms.SYSTEM_ONLY, max_tokens=24)
        forms.check_roles(choice.message.content, is_local, "system")

    def seed(self, model, is_local):
        request = {"seed": 7, "temperature": 1, "max_tokens": 24}
        first, second = (self.reply(model, forms.HELLO, **request).message.content for _ in range(2))
        assert first == second and (is_local or "seed 7" in first)

    def continued_assistant_message(self, model, _):
        return forms.refused(
            lambda: self.reply(model, forms.CONTINUED, max_tokens=24), litellm.BadRequestError
        )

    def models(self, model, _):
        names = litellm.get_valid_models(check_provider_endpoint=True, custom_llm_provider="openai", **self.server)
        assert any(name.removeprefix("openai/") == model for name in names), names
        return {"outcome": "names only"}

    def wrong_key(self, model, _):
        return forms.refused(lambda: self.reply(model, forms.HELLO, api_key="wrong"), litellm.AuthenticationError)

    def unsupported_schema(self, model, _):
        request = {"response_format": forms.CODE_FORMAT}
        return forms.refused(lambda: self.reply(model, forms.HELLO, **request), litellm.BadRequestError, "pattern")

    def image_in_a_message(self, model, _):
        return forms.refused(lambda: self.reply(model, forms.PICTURE), litellm.BadRequestError, "images")

    def embeddings(self, model, _):
        return self.missing(litellm.embedding, model, input=["Oslo"])

    def responses(self, model, _):
        return self.missing(litellm.responses, model, input="Oslo")

    def images(self, model, _):
        return self.missing(litellm.image_generation, model, prompt="Oslo")

    def audio(self, model, _):
        return self.missing(litellm.speech, model, input="Oslo", voice="x")

    # some functions raise the error of OpenAI's client, of which the other one is a subclass
    def missing(self, function, model, **request):
        return forms.refused(lambda: function(model=f"openai/{model}", **request, **self.server), openai.NotFoundError)


def check_call(choice):
    """The only call of a reply, whose arguments must fit."""
    (call,) = choice.message.tool_calls
    assert choice.finish_reason == "tool_calls" and call.id
    assert call.function.name in ("read_temperature", "read_time")
    forms.City.model_validate_json(call.function.arguments)
    return call
