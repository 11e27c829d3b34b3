import OpenAI from 'openai'
import { at, type Person } from '../app/person.js'

/** Creates an API key and returns its text. */
export async function newKey(person: Person, name = 'tests'): Promise<string> {
  const create = 'mutation ($name: String!) { createApiKey(input: { name: $name }) { text } }'
  return at(await person.data(create, { name }), 'createApiKey', 'text')
}

/** The official client with a key of this person, without automatic retries. */
export async function openaiOf(person: Person): Promise<OpenAI> {
  return new OpenAI({ apiKey: await newKey(person), baseURL: `${person.url}/v1`, maxRetries: 0 })
}
