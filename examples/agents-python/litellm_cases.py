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
