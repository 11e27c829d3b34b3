import { cacheExchange, Client, fetchExchange, subscriptionExchange } from '@urql/core'
import type { OperationResult } from '@urql/core'
import { createClient } from 'graphql-ws'
import { converse } from './conversation.js'
import type { Conversation, OpenFrontEnd } from './conversation.js'

const open: OpenFrontEnd = (url, token) => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const sockets = createClient({ url: url.replace('http', 'ws'), connectionParams: headers })
  const overSocket = subscriptionExchange({
    forwardSubscription: ({ query = '', variables = {} }) => ({
      subscribe: (sink) => {
        const next = (result: object) => sink.next({ ...result })
        const { error, complete } = sink
        return { unsubscribe: sockets.subscribe({ query, variables }, { next, error, complete }) }
      },
    }),
  })
  const exchanges = [cacheExchange, fetchExchange, overSocket]
  const client = new Client({ url, exchanges, fetchOptions: { headers } })
  return {
    query: async (document, variables = {}) => dataOf(await client.query<unknown>(document, variables).toPromise()),
    mutate: async (document, variables = {}) => dataOf(await client.mutation<unknown>(document, variables).toPromise()),
    subscribe: (document, variables) =>
      new Promise((resolve, reject) => {
        const results: unknown[] = []
        client.subscription<unknown>(document, variables).subscribe((result) => {
          if (result.error) reject(result.error)
          else if (result.data !== undefined) results.push(result.data)
          if (!result.hasNext) resolve(results)
        })
      }),
  }
}

function dataOf({ data, error }: OperationResult): unknown {
  if (error) throw error
  return data
}

export const start = (url: string, username: string): Promise<Conversation> => converse(open, url, username)
