import { Client, fetchExchange, subscriptionExchange } from 'urql'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import schema from './gql/introspection'
import { openSocket } from './socket'

/** A client of the server whose GraphQL endpoint is `url`; without a token as a guest. */
export function openClient(url: string, token?: string): Client {
  const exchanges = [openCache(), fetchExchange]
  if (token) exchanges.push(overSocket(url, token))
  return new Client({ url, exchanges, fetchOptions: token ? { headers: { authorization: `Bearer ${token}` } } : {} })
}

// the document cache would read a connection from its beginning with every page; this one adds a page to the others
const openCache = () =>
  cacheExchange({
    schema,
    // types without an id
    keys: { Model: ({ name }) => String(name), GenerationEvent: () => null, LogAlternative: () => null },
    resolvers: {
      Query: { characters: relayPagination(), myRooms: relayPagination() },
      // a room is read from its end: pages before the first one read, and pages after it
      ChatRoom: { entries: relayPagination({ mergeMode: 'outwards' }), generations: relayPagination() },
      OfficeRoom: { entries: relayPagination({ mergeMode: 'outwards' }), generations: relayPagination() },
    },
    updates: {
      Mutation: {
        createChatRoom: (_result, _input, cache) => {
          for (const { fieldName, arguments: position } of cache.inspectFields('Query'))
            if (fieldName === 'myRooms') cache.invalidate('Query', fieldName, position)
        },
      },
    },
  })

function overSocket(url: string, token: string) {
  const socket = openSocket(url, token)
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({
        unsubscribe: socket.subscribe(
          { query, variables },
          {
            next: (result) => sink.next(result as Parameters<typeof sink.next>[0]),
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          },
        ),
      }),
    }),
  })
}
