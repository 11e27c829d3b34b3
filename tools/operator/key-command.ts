import { z } from 'zod'
import type { Ask } from './ask.js'
import { expected } from './expected.js'
import { known, nameOf } from './known-account.js'

/** `until` is an instant of ISO 8601; without it the key lasts until it is revoked. */
export interface KeyCommand {
  readonly verb: 'key create'
  readonly email: string
  readonly name: string
  readonly until?: string
}

const createdShape = z.object({
  account: z.object({ id: z.number(), username: z.string(), email: z.string() }),
  apiKey: z.object({ id: z.number(), name: z.string(), expiresAt: z.string().nullable() }),
  text: z.string(),
})

/** Creates an API key of an account; only this answer contains its text. Throws Refusal. */
export async function createKey(ask: Ask, { email, name, until }: KeyCommand): Promise<string> {
  const answer = await ask('POST', '/api-keys', { email, name, expiresAt: until })
  const { account, apiKey, text } = createdShape.parse(expected(known(answer, email)))
  const end = apiKey.expiresAt === null ? '' : ` until ${apiKey.expiresAt}`
  return `${nameOf(account)} has the API key ${String(apiKey.id)}, "${apiKey.name}"${end}.\nText, shown this once: ${text}`
}
