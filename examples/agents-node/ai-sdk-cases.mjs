import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, embed, generateImage, generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai'
import { z } from 'zod'

const hello = { prompt: 'Say hello.' }
const question = { prompt: 'How warm is it in Oslo?' }
const thinking = { prompt: 'Think, then say hello.' }
const short = { maxOutputTokens: 24 }

const inputSchema = z.object({ city: z.enum(['Oslo', 'Rome']) })
const report = z.object({ city: z.enum(['Oslo', 'Rome']), isWarm: z.boolean() })
const read_temperature = tool({ description: 'The temperature of a city now.', inputSchema })
const read_time = tool({ description: 'The time in a city now.', inputSchema })
const tools = { read_temperature, read_time }
const code = { type: 'string', pattern: '^[A-Z]{3}$' }
const codeSchema = jsonSchema({ type: 'object', properties: { code }, required: ['code'] })
const find_code = tool({ inputSchema: codeSchema })
const read_clock = tool({ inputSchema: z.object({}) })

/** The cases with the AI SDK and its provider for servers of this protocol. */
export function aiSdkCases({ baseURL, apiKey }) {
  const options = { name: 'parley', baseURL, includeUsage: true, supportsStructuredOutputs: true }
  const provider = createOpenAICompatible({ ...options, apiKey })
  const generate = (model, request) => generateText({ model: provider(model), ...request })

  return {
    async text(model) {
      const { text, finishReason } = await generate(model, { ...hello, ...short })
      assert.match(text, /\S/)
      assert.match(finishReason, /^(stop|length)$/)
    },

    async 'streamed text'(model) {
      const { textStream, text } = stream(model, { ...hello, ...short })
      const pieces = []
      for await (const piece of textStream) pieces.push(piece)
      assert.match(await text, /\S/)
      assert.equal(pieces.join(''), await text)
    },

    async 'token usage'(model) {
      const { usage } = await generate(model, { ...hello, ...short })
      const streamed = stream(model, { ...hello, ...short })
      await streamed.consumeStream()
      for (const { inputTokens, outputTokens, totalTokens } of [usage, await streamed.usage]) {
        assert(inputTokens > 0 && outputTokens > 0)
        assert.equal(totalTokens, inputTokens + outputTokens)
      }
    },

    async 'JSON object'(model) {
      const { output } = await generate(model, { ...hello, output: Output.json() })
      assert.equal(typeof output, 'object')
    },

    async 'JSON Schema'(model) {
      const { output } = await generate(model, { ...question, output: Output.object({ schema: report }) })
      assert.equal(typeof output.isWarm, 'boolean')
    },

    async 'tool call, chosen by the model'(model, isLocal) {
      const result = await generate(model, { ...question, tools })
      if (result.toolCalls.length > 0) checkCall(result)
      else assert(isLocal && /\S/.test(result.text))
    },

    async 'tool call, required'(model) {
      checkCall(await generate(model, { ...question, tools, toolChoice: 'required' }))
    },

    async 'tool call, named'(model) {
      const result = await generate(model, { ...question, tools, toolChoice: { type: 'tool', toolName: 'read_time' } })
      checkCall(result, 'read_time')
    },

    async 'streamed arguments'(model) {
      const streamed = stream(model, { ...question, tools, toolChoice: 'required' })
      let text = ''
      for await (const part of streamed.fullStream) if (part.type === 'tool-input-delta') text += part.delta
      checkCall({ toolCalls: await streamed.toolCalls, finishReason: await streamed.finishReason })
      assert.deepEqual(JSON.parse(text), (await streamed.toolCalls)[0].input)
    },

    async 'agent loop'(model) {
      const { steps, text } = await generate(model, {
        ...question,
        tools: { read_temperature: { ...read_temperature, execute: () => '9 degrees' } },
        stopWhen: isStepCount(5),
        // a model of random weights would call the tool for ever
        prepareStep: ({ stepNumber }) => ({ toolChoice: stepNumber === 0 ? 'required' : 'none' }),
      })
      assert.equal(steps.length, 2)
      assert.equal(steps[0].toolResults[0].output, '9 degrees')
      assert.match(text, /\S/)
    },

    async 'two calls in one reply'(model) {
      const prompt = 'How warm is it in Oslo and in Rome?'
      const { toolCalls } = await generate(model, { prompt, tools: { read_temperature }, toolChoice: 'required' })
      const ids = new Set(toolCalls.map(({ toolCallId }) => toolCallId))
      if (ids.size === 1) return { outcome: 'one call' }
      assert.deepEqual([ids.size, ...toolCalls.map(({ input }) => input.city)], [2, 'Oslo', 'Rome'])
    },

    async 'two calls, not in parallel'(model) {
      const options = { providerOptions: { parley: { parallel_tool_calls: false } } }
      const prompt = 'How warm is it in Oslo and in Rome?'
      checkCall(await generate(model, { prompt, tools: { read_temperature }, toolChoice: 'required', ...options }))
    },

    async 'interleaved calls'(model) {
      const streamed = stream(model, { prompt: 'How warm is it in Oslo and in Rome at once?', tools })
      const cities = (await streamed.toolCalls).map(({ input }) => input.city)
      assert.deepEqual(cities, ['Oslo', 'Rome'])
    },

    async 'call without arguments'(model) {
      const { toolCalls } = await generate(model, { ...hello, tools: { read_clock }, toolChoice: 'required' })
      assert.deepEqual(toolCalls[0].input, {})
    },

    async 'unsupported schema of a tool'(model, isLocal) {
      const { toolCalls } = await generate(model, { ...hello, tools: { find_code }, toolChoice: 'required' })
      assert.equal(toolCalls[0].toolName, 'find_code')
      if (isLocal) assert.equal(typeof toolCalls[0].input.code, 'string')
    },

    'unsupported schema of a strict tool'(model) {
      const strict = { find_code: tool({ inputSchema: codeSchema, strict: true }) }
      return refused(generate(model, { ...hello, tools: strict, toolChoice: 'required' }), 400, /pattern/)
    },

    async thoughts(model) {
      const { reasoningText, text } = await generate(model, thinking)
      assert.deepEqual([reasoningText, text], ['A greeting is due.', 'Hello'])
    },

    async 'streamed thoughts'(model) {
      const streamed = stream(model, thinking)
      let thoughts = ''
      for await (const part of streamed.fullStream) if (part.type === 'reasoning-delta') thoughts += part.text
      assert.deepEqual([thoughts, await streamed.text], ['A greeting is due.', 'Hello'])
    },

    async 'tokens of thoughts'(model) {
      const { usage } = await generate(model, thinking)
      assert.equal(usage.outputTokenDetails.reasoningTokens, 3)
    },

    async 'empty turn'(model, isLocal) {
      const { text, finishReason } = await generate(model, empty(isLocal))
      assert.deepEqual([text, finishReason], ['', 'stop'])
    },

    async 'empty turn, streamed'(model, isLocal) {
      const streamed = stream(model, empty(isLocal))
      assert.deepEqual([await streamed.text, await streamed.finishReason], ['', 'stop'])
    },

    async 'fields of a provider'(model) {
      const { text } = await generate(model, {
        prompt: 'How warm is it in Oslo? Sign the call.',
        tools: { read_temperature: { ...read_temperature, execute: () => '9 degrees' } },
        stopWhen: isStepCount(5),
      })
      return text === 'It is 9 degrees, signed.' ? {} : { outcome: 'left out', detail: text }
    },

    async 'system message at the end'(model, isLocal) {
      const messages = [
        { role: 'user', content: 'Say hello.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'system', content: 'Say bye.' },
      ]
      const { text } = await generate(model, { messages, allowSystemInMessages: true, ...short })
      assert.match(text, isLocal ? /\S/ : /^user, assistant, system$/)
    },

    async 'only a system message'(model, isLocal) {
      const messages = [{ role: 'system', content: 'Say hello.' }]
      const { text } = await generate(model, { messages, allowSystemInMessages: true, ...short })
      assert.match(text, isLocal ? /\S/ : /^system$/)
    },

    async seed(model, isLocal) {
      const request = { ...hello, seed: 7, temperature: 1, ...short }
      const [first, second] = [await generate(model, request), await generate(model, request)]
      assert.equal(first.text, second.text)
      if (!isLocal) assert.match(first.text, /seed 7/)
    },

    'continued assistant message'(model) {
      const messages = [
        { role: 'user', content: 'Say hello.' },
        { role: 'assistant', content: 'Hello,' },
      ]
      return refused(generate(model, { messages, ...short }), 400)
    },

    models: missing,

    'wrong key'(model) {
      const other = createOpenAICompatible({ ...options, apiKey: 'wrong' })
      return refused(generateText({ model: other(model), ...hello }), 401)
    },

    'unsupported schema'(model) {
      const code = { type: 'string', pattern: '^[A-Z]{3}$' }
      const schema = jsonSchema({ type: 'object', properties: { code } })
      return refused(generate(model, { ...hello, output: Output.object({ schema }) }), 400, /pattern/)
    },

    'image in a message'(model) {
      const content = [{ type: 'file', mediaType: 'image/png', data: 'AA==' }]
      return refused(generate(model, { messages: [{ role: 'user', content }] }), 400, /images/)
    },

    embeddings: (model) => refused(embed({ model: provider.embeddingModel(model), value: 'Oslo' }), 404),
    responses: missing,
    images: (model) => refused(generateImage({ model: provider.imageModel(model), prompt: 'Oslo' }), 404),
    audio: missing,
  }

  function stream(model, request) {
    return streamText({ model: provider(model), ...request })
  }
}

/** A request whose reply is empty: the local model of these cases has only these tokens, and a hosted one has nothing to say. */
const empty = (isLocal) => (isLocal ? { ...hello, stopSequences: ['"', '}', ' a', ' of'] } : { prompt: 'Say nothing.' })

const missing = async () => ({ outcome: 'no function' })

/** The reply has one call, with arguments that fit. */
function checkCall({ toolCalls, finishReason }, name = '^read_(temperature|time)$') {
  const [{ toolCallId, toolName, input }] = toolCalls
  assert.equal(toolCalls.length, 1)
  assert.equal(finishReason, 'tool-calls')
  assert.match(toolCallId, /./)
  assert.match(toolName, new RegExp(name))
  inputSchema.parse(input)
}

/** The status of a refusal, which must be this one; `pass` for an answer. */
async function refused(answer, status, message = /./) {
  try {
    await answer
    return {}
  } catch (error) {
    assert(APICallError.isInstance(error), error)
    assert.equal(error.statusCode, status)
    assert.match(error.message, message)
    return { outcome: String(status), detail: error.message }
  }
}
