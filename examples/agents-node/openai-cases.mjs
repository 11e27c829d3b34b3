import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'

const asked = (content) => [{ role: 'user', content }]
const hello = asked('Say hello.')
const question = asked('How warm is it in Oslo?')
const thinking = asked('Think, then say hello.')
const short = { max_tokens: 24 }

const cityOnly = z.object({ city: z.enum(['Oslo', 'Rome']) })
const report = z.object({ city: z.enum(['Oslo', 'Rome']), isWarm: z.boolean() })
const readTemperature = zodFunction({
  name: 'read_temperature',
  description: 'The temperature of a city now.',
  parameters: cityOnly,
  function: () => '9 degrees',
})
const readTime = zodFunction({ name: 'read_time', description: 'The time in a city now.', parameters: cityOnly })
const tools = [readTemperature, readTime]
const code = { type: 'string', pattern: '^[A-Z]{3}$' }
const codeSchema = { type: 'object', properties: { code }, required: ['code'] }
const tool = (options) => ({ type: 'function', function: options })
const findCode = { name: 'find_code', parameters: codeSchema }
const readClock = tool({ name: 'read_clock', parameters: { type: 'object', properties: {} } })

/** The cases with OpenAI's client for Node.js. */
export function openaiCases({ baseURL, apiKey }) {
  const client = new OpenAI({ baseURL, apiKey })
  const create = (body) => client.chat.completions.create(body)
  const reply = async (body) => (await create(body)).choices[0]

  return {
    async text(model) {
      const { message, finish_reason: reason } = await reply({ model, messages: hello, ...short })
      assert.match(message.content, /\S/)
      assert.match(reason, /^(stop|length)$/)
    },

    async 'streamed text'(model) {
      const stream = client.chat.completions.stream({ model, messages: hello, ...short })
      const pieces = []
      stream.on('content', (piece) => pieces.push(piece))
      const whole = await stream.finalContent()
      assert.match(whole, /\S/)
      assert.equal(pieces.join(''), whole)
    },

    async 'token usage'(model) {
      const { usage } = await create({ model, messages: hello, ...short })
      const stream = await create({
        model,
        messages: hello,
        ...short,
        stream: true,
        stream_options: { include_usage: true },
      })
      let streamed
      for await (const chunk of stream) streamed = chunk.usage ?? streamed
      for (const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } of [usage, streamed]) {
        assert(prompt > 0 && completion > 0)
        assert.equal(total, prompt + completion)
      }
    },

    async 'JSON object'(model) {
      const { message } = await reply({ model, messages: hello, response_format: { type: 'json_object' } })
      assert.equal(typeof JSON.parse(message.content), 'object')
    },

    async 'JSON Schema'(model) {
      const format = zodResponseFormat(report, 'report')
      const completion = await client.chat.completions.parse({ model, messages: question, response_format: format })
      assert.equal(typeof completion.choices[0].message.parsed.isWarm, 'boolean')
    },

    async 'tool call, chosen by the model'(model, isLocal) {
      const { message, finish_reason: reason } = await reply({ model, messages: question, tools })
      if (message.tool_calls) checkCall({ message, reason })
      else assert(isLocal && /\S/.test(message.content))
    },

    async 'tool call, required'(model) {
      const request = { model, messages: question, tools, tool_choice: 'required' }
      const { message, finish_reason: reason } = await reply(request)
      checkCall({ message, reason })
    },

    async 'tool call, named'(model) {
      const named = { type: 'function', function: { name: 'read_time' } }
      const { message, finish_reason: reason } = await reply({ model, messages: question, tools, tool_choice: named })
      checkCall({ message, reason, name: 'read_time' })
    },

    async 'streamed arguments'(model) {
      const request = { model, messages: question, tools, tool_choice: 'required' }
      const stream = client.chat.completions.stream(request)
      let text = ''
      stream.on('tool_calls.function.arguments.delta', ({ arguments_delta: delta }) => (text += delta))
      const { message, finish_reason: reason } = (await stream.finalChatCompletion()).choices[0]
      checkCall({ message, reason })
      assert.equal(text, message.tool_calls[0].function.arguments)
    },

    async 'agent loop'(model, isLocal) {
      const request = { model, messages: question, tools: [readTemperature] }
      if (!isLocal) return check(await client.chat.completions.runTools(request).finalContent())
      // a model of random weights would call the tool for ever
      const { message } = await reply({ ...request, tool_choice: 'required' })
      const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '9 degrees' }
      const conversation = [...question, message, result]
      check((await reply({ ...request, messages: conversation, tool_choice: 'none', ...short })).message.content)
    },

    async 'two calls in one reply'(model) {
      const messages = asked('How warm is it in Oslo and in Rome?')
      const { message } = await reply({ model, messages, tools: [readTemperature], tool_choice: 'required' })
      const ids = new Set(message.tool_calls.map(({ id }) => id))
      const cities = message.tool_calls.map((call) => JSON.parse(call.function.arguments).city)
      if (ids.size === 1) return { outcome: 'one call' }
      assert.deepEqual([ids.size, ...cities], [2, 'Oslo', 'Rome'])
    },

    async 'two calls, not in parallel'(model) {
      const messages = asked('How warm is it in Oslo and in Rome?')
      const request = { tools: [readTemperature], tool_choice: 'required', parallel_tool_calls: false }
      const { message, finish_reason: reason } = await reply({ model, messages, ...request })
      checkCall({ message, reason })
    },

    async 'interleaved calls'(model) {
      const messages = asked('How warm is it in Oslo and in Rome at once?')
      const { message } = await client.chat.completions
        .stream({ model, messages, tools })
        .finalChatCompletion()
        .then(first)
      const cities = message.tool_calls.map((call) => JSON.parse(call.function.arguments).city)
      assert.deepEqual(cities, ['Oslo', 'Rome'])
    },

    async 'call without arguments'(model) {
      const { message } = await reply({ model, messages: hello, tools: [readClock], tool_choice: 'required' })
      assert.deepEqual(JSON.parse(message.tool_calls[0].function.arguments), {})
    },

    async 'unsupported schema of a tool'(model, isLocal) {
      const request = { model, messages: hello, tools: [tool(findCode)], tool_choice: 'required' }
      const [call] = (await reply(request)).message.tool_calls
      assert.equal(call.function.name, 'find_code')
      if (isLocal) assert.equal(typeof JSON.parse(call.function.arguments).code, 'string')
    },

    'unsupported schema of a strict tool'(model) {
      const request = { model, messages: hello, tools: [tool({ ...findCode, strict: true })], tool_choice: 'required' }
      return refused(reply(request), OpenAI.BadRequestError, /pattern/)
    },

    async thoughts(model) {
      const { message } = await reply({ model, messages: thinking })
      assert.deepEqual([message.reasoning_content, message.content], ['A greeting is due.', 'Hello'])
    },

    async 'streamed thoughts'(model) {
      let thoughts = ''
      let text = ''
      for await (const { choices } of await create({ model, messages: thinking, stream: true })) {
        thoughts += choices[0]?.delta.reasoning_content ?? ''
        text += choices[0]?.delta.content ?? ''
      }
      assert.deepEqual([thoughts, text], ['A greeting is due.', 'Hello'])
    },

    async 'tokens of thoughts'(model) {
      const { usage } = await create({ model, messages: thinking })
      assert.equal(usage.completion_tokens_details.reasoning_tokens, 3)
    },

    async 'empty turn'(model, isLocal) {
      const { message, finish_reason: reason } = await reply({ model, ...empty(isLocal) })
      assert.deepEqual([message.content, reason], ['', 'stop'])
    },

    async 'empty turn, streamed'(model, isLocal) {
      const stream = client.chat.completions.stream({ model, ...empty(isLocal) })
      const { message, finish_reason: reason } = await stream.finalChatCompletion().then(first)
      assert.deepEqual([message.content, reason], ['', 'stop'])
    },

    async 'fields of a provider'(model) {
      const messages = asked('How warm is it in Oslo? Sign the call.')
      const { message } = await reply({ model, messages, tools })
      const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '9 degrees' }
      const { message: answer } = await reply({ model, messages: [...messages, message, result], tools })
      return answer.content === 'It is 9 degrees, signed.' ? {} : { outcome: 'left out', detail: answer.content }
    },

    async 'system message at the end'(model, isLocal) {
      const messages = [...hello, { role: 'assistant', content: 'Hello.' }, { role: 'system', content: 'Say bye.' }]
      const { message } = await reply({ model, messages, ...short })
      assert.match(message.content, isLocal ? /\S/ : /^user, assistant, system$/)
    },

    async 'only a system message'(model, isLocal) {
      const { message } = await reply({ model, messages: [{ role: 'system', content: 'Say hello.' }], ...short })
      assert.match(message.content, isLocal ? /\S/ : /^system$/)
    },

    async seed(model, isLocal) {
      const request = { model, messages: hello, seed: 7, temperature: 1, ...short }
      const [first, second] = [await reply(request), await reply(request)]
      assert.equal(first.message.content, second.message.content)
      if (!isLocal) assert.match(first.message.content, /seed 7/)
    },

    'continued assistant message'(model) {
      const messages = [...hello, { role: 'assistant', content: 'Hello,' }]
      return refused(reply({ model, messages, ...short }), OpenAI.BadRequestError)
    },

    async models(model, isLocal) {
      const { data } = await client.models.list()
      const listed = data.find(({ id }) => id === model)
      assert(isLocal ? listed.context_length > 0 : listed.context_length === null)
      assert(listed.supported_parameters.includes('tools'))
      assert.deepEqual(await client.models.retrieve(model), listed)
    },

    'wrong key'(model) {
      const other = new OpenAI({ baseURL, apiKey: 'wrong' })
      return refused(other.chat.completions.create({ model, messages: hello }), OpenAI.AuthenticationError)
    },

    'unsupported schema'(model) {
      const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } }
      const format = { type: 'json_schema', json_schema: { name: 'code', schema } }
      return refused(reply({ model, messages: hello, response_format: format }), OpenAI.BadRequestError, /pattern/)
    },

    'image in a message'(model) {
      const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }]
      return refused(reply({ model, messages: asked(content) }), OpenAI.BadRequestError, /images/)
    },

    embeddings: (model) => refused(client.embeddings.create({ model, input: 'Oslo' }), OpenAI.NotFoundError),
    responses: (model) => refused(client.responses.create({ model, input: 'Oslo' }), OpenAI.NotFoundError),
    images: (model) => refused(client.images.generate({ model, prompt: 'Oslo' }), OpenAI.NotFoundError),
    audio: (model) => refused(client.audio.speech.create({ model, input: 'Oslo', voice: 'x' }), OpenAI.NotFoundError),
  }
}

const first = ({ choices }) => choices[0]

/** A request whose reply is empty: the local model of these cases has only these tokens, and a hosted one has nothing to say. */
const empty = (isLocal) =>
  isLocal ? { messages: hello, stop: ['"', '}', ' a', ' of'] } : { messages: asked('Say nothing.') }

const check = (text) => assert.match(text, /\S/)

/** The reply has one call, with arguments that fit. */
function checkCall({ message, reason, name = /^read_(temperature|time)$/ }) {
  const [{ id, type, function: called }] = message.tool_calls
  assert.equal(message.tool_calls.length, 1)
  assert.equal(reason, 'tool_calls')
  assert.equal(type, 'function')
  assert.match(id, /./)
  assert.match(called.name, new RegExp(name))
  cityOnly.parse(JSON.parse(called.arguments))
}

/** The status of a refusal, which must be an error of this class; `pass` for an answer. */
async function refused(answer, type, message = /./) {
  try {
    await answer
    return { outcome: 'pass' }
  } catch (error) {
    assert(error instanceof type, error)
    assert.match(error.message, message)
    return { outcome: String(error.status), detail: error.message }
  }
}
