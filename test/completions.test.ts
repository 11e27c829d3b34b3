import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import OpenAI from 'openai'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { at } from './support/person.js'
import type { Person } from './support/person.js'

let app: TestApp
let ada: Person
let openai: OpenAI
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=4&delayMs=1' } })
  ada = await app.person('ada')
  openai = await clientOf(ada)
})
afterAll(() => app.close())

async function clientOf(person: Person): Promise<OpenAI> {
  const made = await person.data('mutation { createApiKey(input: { name: "tests" }) { text } }')
  return new OpenAI({ apiKey: at(made, 'createApiKey', 'text'), baseURL: `${app.url}/v1`, maxRetries: 0 })
}

const hello = [{ role: 'user', content: 'Hello' }] as const

describe('the official client', () => {
  it('gets a whole reply', async () => {
    const reply = await openai.chat.completions.create({ model: 'local', messages: [...hello] })
    expect(reply).toMatchObject({ object: 'chat.completion', model: 'local' })
    expect(reply.choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello there', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ])
  })

  it('gets a reply as it is made', async () => {
    const stream = await openai.chat.completions.create({ model: 'local', messages: [...hello], stream: true })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello there')
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  it('lists models', async () => {
    console.log(JSON.stringify((await openai.models.list()).data))
    console.log(await openai.models.retrieve('character/77').catch((e) => e))
    console.log(await openai.models.retrieve('local'))
    console.log(await openai.chat.completions.create({ model: 'local', messages: [] }).catch((e) => e))
  })
})
