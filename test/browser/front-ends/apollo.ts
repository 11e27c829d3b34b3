import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { converse } from './conversation.js'
import type { Conversation, OpenFrontEnd } from './conversation.js'

const open: OpenFrontEnd = (url, token) => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(createClient({ url: url.replace('http', 'ws'), connectionParams: headers })),
    new HttpLink({ uri: url, headers }),
  )
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  return {
    query: async (document, variables = {}) => (await client.query({ query: gql(document), variables })).data,
    mutate: async (document, variables = {}) => (await client.mutate({ mutation: gql(document), variables })).data,
    subscribe: (document, variables) =>
      new Promise((resolve, reject) => {
        const results: unknown[] = []
        client.subscribe({ query: gql(document), variables }).subscribe({
          next: ({ data, error }) => {
            if (error) reject(new Error(error.message))
            else results.push(data)
          },
          error: (error: Error) => reject(error),
          complete: () => resolve(results),
        })
      }),
  }
}

export const start = (url: string, username: string): Promise<Conversation> => converse(open, url, username)
