// An agent with a tool, and then an answer in a given form, with the AI SDK:
// KEY=... node ai-sdk-agent.mjs 'How warm is it in Oslo?'
// SERVER names another server than http://localhost:8080, MODEL another model than `local`.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount, Output, tool } from 'ai'
import { z } from 'zod'

const { SERVER = 'http://localhost:8080', KEY, MODEL = 'local' } = process.env
const options = { includeUsage: true, supportsStructuredOutputs: true }
const provider = createOpenAICompatible({ name: 'parley', baseURL: `${SERVER}/v1`, apiKey: KEY, ...options })
const model = provider(MODEL)

const city = z.enum(['Oslo', 'Rome'])
const degrees = { Oslo: 9, Rome: 24 }
const readTemperature = tool({
  description: 'The temperature of a city now, in degrees Celsius.',
  inputSchema: z.object({ city }),
  execute: ({ city: name }) => String(degrees[name]),
})

const messages = [{ role: 'user', content: process.argv[2] ?? 'How warm is it in Oslo?' }]
// calls the tool as often as the model requests it, and sends the results back
const answer = await generateText({
  model,
  messages,
  tools: { read_temperature: readTemperature },
  stopWhen: isStepCount(5),
})
console.log(answer.text)

const { output } = await generateText({
  model,
  messages: [...messages, ...answer.responseMessages, { role: 'user', content: 'Is that warm?' }],
  output: Output.object({ schema: z.object({ city, isWarm: z.boolean() }) }),
})
console.log(output)
