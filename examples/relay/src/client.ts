import {
  Environment,
  Network,
  Observable,
  type FetchFunction,
  type GraphQLResponse,
  type SubscribeFunction,
} from 'relay-runtime'
import { openSocket } from './socket'

/** The environment of the server whose GraphQL endpoint is `url`; without a token that of a guest. */
export function openEnvironment(url: string, token?: string): Environment {
  const send: FetchFunction = async ({ text }, variables) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: text, variables }) })
    return (await response.json()) as GraphQLResponse
  }
  return new Environment({
    network: Network.create(send, token ? overSocket(url, token) : undefined),
    // `id` is unique within a type only
    getDataID: ({ nodeId }: { nodeId?: string }) => nodeId,
  })
}

function overSocket(url: string, token: string): SubscribeFunction {
  const socket = openSocket(url, token)
  return ({ text }, variables) =>
    Observable.create<GraphQLResponse>((sink) =>
      socket.subscribe(
        { query: text ?? '', variables },
        {
          next: (result) => sink.next(result as GraphQLResponse),
          error: (error) => sink.error(error instanceof Error ? error : new Error(JSON.stringify(error))),
          complete: () => sink.complete(),
        },
      ),
    )
}
