import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import possibleTypes from './gql/possible-types'
import { openSocket } from './socket'

/** A client of the server whose GraphQL endpoint is `url`; without a token as a guest. */
export function openClient(url: string, token?: string): ApolloClient {
  const http = new HttpLink({ uri: url, headers: token ? { authorization: `Bearer ${token}` } : {} })
  const link = token
    ? ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(openSocket(url, token)),
        http,
      )
    : http
  return new ApolloClient({ link, cache: openCache() })
}

const openCache = () =>
  new InMemoryCache({
    // a ChatRoom is a Room: it has the policies of the interface
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      // an operation that uses further arguments names them as keys: relayStylePagination(['search', 'orderBy'])
      Query: { fields: { characters: relayStylePagination(), myRooms: relayStylePagination() } },
      Room: { fields: { entries: relayStylePagination(), generations: relayStylePagination() } },
      // types without an id
      Model: { keyFields: ['name'] },
      GenerationEvent: { keyFields: false },
      LogAlternative: { keyFields: false },
    },
  })
