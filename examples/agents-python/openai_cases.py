import json

import openai

import forms


def tool_of(name, description):
    return openai.pydantic_function_tool(forms.City, name=name, description=description)


READ_TEMPERATURE = tool_of("read_temperature", "The temperature of a city now.")
TOOLS = [READ_TEMPERATURE, tool_of("read_time", "The time in a city now.")]


class OpenaiCases:
    """The cases with OpenAI's client for Python."""

    def __init__(self, base_url, key):
        self.base_url = base_url
        self.client = openai.OpenAI(base_url=base_url, api_key=key)

    def create(self, **request):
        return self.client.chat.completions.create(**request)

    def reply(self, **request):
        return self.create(**request).choices[0]

    def text(self, model, _):
        choice = self.reply(model=model, messages=forms.HELLO, max_tokens=24)
        assert choice.message.content.strip()
        assert choice.finish_reason in ("stop", "length")

    def streamed_text(self, model, _):
        pieces = []
        with self.client.chat.completions.stream(model=model, messages=forms.HELLO, max_tokens=24) as stream:
            for event in stream:
                if event.type == "content.delta":
                    pieces.append(event.delta)
        # the final completion is an error after the last token
        whole = stream.current_completion_snapshot.choices[0].message.content
        assert whole.strip() and "".join(pieces) == whole

    def token_usage(self, model, _):
        request = {"model": model, "messages": forms.HELLO, "max_tokens": 24}
        usage = self.create(**request).usage
        chunks = list(self.create(**request, stream=True, stream_options={"include_usage": True}))
        for count in (usage, chunks[-1].usage):
            assert count.prompt_tokens > 0 and count.completion_tokens > 0
            assert count.total_tokens == count.prompt_tokens + count.completion_tokens

    def json_object(self, model, _):
        choice = self.reply(model=model, messages=forms.HELLO, response_format={"type": "json_object"})
        assert isinstance(json.loads(choice.message.content), dict)

    def json_schema(self, model, _):
        parse = self.client.chat.completions.parse
        completion = parse(model=model, messages=forms.QUESTION, response_format=forms.Report)
        assert isinstance(completion.choices[0].message.parsed, forms.Report)

    def tool_call_chosen_by_the_model(self, model, is_local):
        choice = self.reply(model=model, messages=forms.QUESTION, tools=TOOLS)
        if choice.message.tool_calls:
            check_call(choice)
        else:
            assert is_local and choice.message.content.strip()

    def tool_call_required(self, model, _):
        check_call(self.reply(model=model, messages=forms.QUESTION, tools=TOOLS, tool_choice="required"))

    def tool_call_named(self, model, _):
        choice = self.reply(model=model, messages=forms.QUESTION, tools=TOOLS, tool_choice=forms.NAMED)
        assert check_call(choice).function.name == "read_time"

    def streamed_arguments(self, model, _):
        request = {"model": model, "messages": forms.QUESTION, "tools": TOOLS, "tool_choice": "required"}
        text = ""
        with self.client.chat.completions.stream(**request) as stream:
            for event in stream:
                if event.type == "tool_calls.function.arguments.delta":
                    text += event.arguments_delta
        assert check_call(stream.get_final_completion().choices[0]).function.arguments == text

    def agent_loop(self, model, _):
        request = {"model": model, "tools": [READ_TEMPERATURE]}
        messages = list(forms.QUESTION)
        for options in forms.FORCED, forms.FREE:
            message = self.reply(**request, **options, messages=messages).message
            messages.append(message)
            for call in message.tool_calls or []:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "9 degrees"})
        assert message.content.strip() and not message.tool_calls

    def two_calls_in_one_reply(self, model, _):
        tools = [READ_TEMPERATURE]
        choice = self.reply(model=model, messages=forms.TWO_QUESTIONS, tools=tools, tool_choice="required")
        calls = choice.message.tool_calls
        return forms.check_names([(call.id, json.loads(call.function.arguments)["city"]) for call in calls])

    def two_calls_not_in_parallel(self, model, _):
        options = {"tools": [READ_TEMPERATURE], "tool_choice": "required", "parallel_tool_calls": False}
        check_call(self.reply(model=model, messages=forms.TWO_QUESTIONS, **options))

    def interleaved_calls(self, model, _):
        with self.client.chat.completions.stream(model=model, messages=forms.QUESTIONS_AT_ONCE, tools=TOOLS) as stream:
            calls = stream.get_final_completion().choices[0].message.tool_calls
        assert [json.loads(call.function.arguments)["city"] for call in calls] == ["Oslo", "Rome"]

    def call_without_arguments(self, model, _):
        choice = self.reply(model=model, messages=forms.HELLO, tools=[forms.READ_CLOCK], tool_choice="required")
        assert json.loads(choice.message.tool_calls[0].function.arguments) == {}

    def unsupported_schema_of_a_tool(self, model, is_local):
        choice = self.reply(model=model, messages=forms.HELLO, tools=[forms.FIND_CODE], tool_choice="required")
        called = choice.message.tool_calls[0].function
        assert called.name == "find_code"
        assert not is_local or isinstance(json.loads(called.arguments)["code"], str)

    def unsupported_schema_of_a_strict_tool(self, model, _):
        request = {"model": model, "messages": forms.HELLO, "tools": [forms.STRICT_FIND_CODE], "tool_choice": "required"}
        return forms.refused(lambda: self.reply(**request), openai.BadRequestError, "pattern")

    def thoughts(self, model, _):
        message = self.reply(model=model, messages=forms.THINKING).message
        assert (message.reasoning_content, message.content) == (forms.THOUGHTS, "Hello")

    def streamed_thoughts(self, model, _):
        thoughts = text = ""
        for chunk in self.create(model=model, messages=forms.THINKING, stream=True):
            for choice in chunk.choices:
                thoughts += getattr(choice.delta, "reasoning_content", None) or ""
                text += choice.delta.content or ""
        assert (thoughts, text) == (forms.THOUGHTS, "Hello")

    def tokens_of_thoughts(self, model, _):
        usage = self.create(model=model, messages=forms.THINKING).usage
        assert usage.completion_tokens_details.reasoning_tokens == 3

    def empty_turn(self, model, is_local):
        choice = self.reply(model=model, **forms.empty(is_local))
        assert (choice.message.content, choice.finish_reason) == ("", "stop")

    def empty_turn_streamed(self, model, is_local):
        with self.client.chat.completions.stream(model=model, **forms.empty(is_local)) as stream:
            choice = stream.get_final_completion().choices[0]
        assert (choice.message.content, choice.finish_reason) == ("", "stop")

    def fields_of_a_provider(self, model, _):
        message = self.reply(model=model, messages=forms.SIGNED, tools=TOOLS).message
        result = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "9 degrees"}
        messages = [*forms.SIGNED, message, result]
        return forms.check_signed(self.reply(model=model, messages=messages, tools=TOOLS).message.content)

    def system_message_at_the_end(self, model, is_local):
        choice = self.reply(model=model, messages=forms.SYSTEM_LAST, max_tokens=24)
        forms.check_roles(choice.message.content, is_local, "user, assistant, system")

    def only_a_system_message(self, model, is_local):
        choice = self.reply(model=model, messages=forms.SYSTEM_ONLY, max_tokens=24)
        forms.check_roles(choice.message.content, is_local, "system")

    def seed(self, model, is_local):
        request = {"model": model, "messages": forms.HELLO, "seed": 7, "temperature": 1, "max_tokens": 24}
        first, second = self.reply(**request).message.content, self.reply(**request).message.content
        assert first == second and (is_local or "seed 7" in first)

    def continued_assistant_message(self, model, _):
        request = {"model": model, "messages": forms.CONTINUED, "max_tokens": 24}
        return forms.refused(lambda: self.reply(**request), openai.BadRequestError)

    def models(self, model, is_local):
        listed = next(each for each in self.client.models.list() if each.id == model)
        assert listed.context_length > 0 if is_local else listed.context_length is None
        assert "tools" in listed.supported_parameters
        assert self.client.models.retrieve(model) == listed

    def wrong_key(self, model, _):
        other = openai.OpenAI(base_url=self.base_url, api_key="wrong")
        request = {"model": model, "messages": forms.HELLO}
        return forms.refused(lambda: other.chat.completions.create(**request), openai.AuthenticationError)

    def unsupported_schema(self, model, _):
        request = {"model": model, "messages": forms.HELLO, "response_format": forms.CODE_FORMAT}
        return forms.refused(lambda: self.reply(**request), openai.BadRequestError, "pattern")

    def image_in_a_message(self, model, _):
        request = {"model": model, "messages": forms.PICTURE}
        return forms.refused(lambda: self.reply(**request), openai.BadRequestError, "images")

    def embeddings(self, model, _):
        return forms.refused(lambda: self.client.embeddings.create(model=model, input="Oslo"), openai.NotFoundError)

    def responses(self, model, _):
        return forms.refused(lambda: self.client.responses.create(model=model, input="Oslo"), openai.NotFoundError)

    def images(self, model, _):
        return forms.refused(lambda: self.client.images.generate(model=model, prompt="Oslo"), openai.NotFoundError)

    def audio(self, model, _):
        create = self.client.audio.speech.create
        return forms.refused(lambda: create(model=model, input="Oslo", voice="x"), openai.NotFoundError)


def check_call(choice):
    """The only call of a reply, whose arguments must fit."""
    (call,) = choice.message.tool_calls
    assert choice.finish_reason == "tool_calls" and call.type == "function" and call.id
    assert call.function.name in ("read_temperature", "read_time")
    forms.City.model_validate_json(call.function.arguments)
    return call
