import { createClient } from 'graphql-sse'
import { converse } from './conversation.js'
import type { Conversation, OpenFrontEnd } from './conversation.js'

/** Every operation over server-sent events, for a network that blocks WebSockets. */
const open: OpenFrontEnd = (url, token) => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const client = createClient({ url: `${url}/stream`, headers, retryAttempts: 0 })
  const results = async (query: string, variables: object = {}): Promise<unknown[]> => {
    const all: unknown[] = []
    for await (const { data, errors } of client.iterate({ query, variables: { ...variables } })) {
      if (errors) throw new Error(errors[0]?.message)
      all.push(data)
    }
    return all
  }
  const one = async (query: string, variables?: object) => (await results(query, variables))[0]
  return { query: one, mutate: one, subscribe: results }
}

export const start = (url: string, username: string): Promise<Conversation> => converse(open, url, username)
