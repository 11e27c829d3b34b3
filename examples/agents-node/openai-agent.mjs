// An agent with a tool, and then an answer in a given form, with OpenAI's client:
// KEY=... node openai-agent.mjs 'How warm is it in Oslo?'
// SERVER names another server than http://localhost:8080, MODEL another model than `local`.
import OpenAI from 'openai'
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'

const { SERVER = 'http://localhost:8080', KEY, MODEL: model = 'local' } = process.env
const client = new OpenAI({ baseURL: `${SERVER}/v1`, apiKey: KEY })

const city = z.enum(['Oslo', 'Rome'])
const degrees = { Oslo: 9, Rome: 24 }
const readTemperature = zodFunction({
  name: 'read_temperature',
  description: 'The temperature of a city now, in degrees Celsius.',
  parameters: z.object({ city }),
  function: ({ city: name }) => String(degrees[name]),
})

const content = process.argv[2] ?? 'How warm is it in Oslo?'
const messages = [{ role: 'user', content }]
// calls the tool as often as the model requests it, and sends the results back
const runner = client.chat.completions.runTools({ model, messages, tools: [readTemperature] })
console.log(await runner.finalContent())

const report = zodResponseFormat(z.object({ city, isWarm: z.boolean() }), 'report')
const conversation = [...runner.messages, { role: 'user', content: 'Is that warm?' }]
const completion = await client.chat.completions.parse({ model, messages: conversation, response_format: report })
console.log(completion.choices[0].message.parsed)
