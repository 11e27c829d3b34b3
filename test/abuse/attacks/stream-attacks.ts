import type { Attack } from './attack.js'
import { appOf, http } from './list-attacks.js'
import { withManySubscriptions, withoutRateLimits } from './profiles.js'
import type { HttpRequest } from '../attackers/tactic.js'

const character = { character_name: 'Bo', greeting: '', context: 'c'.repeat(60_000) }
const post = (path: string, body: object, headers: HttpRequest['headers'] = {}): HttpRequest => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const subscription = 'subscription ($id: ID!) { generation(id: $id) { delta } }'
const followed = 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }'
const saved = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
const snapshot =
  'subscription ($id: ID!) { roomEvents(roomId: $id) { ... on RoomSnapshot { entries { outputData } } } }'

const profile = withoutRateLimits

/** Sockets with as many subscriptions of one room as each may have; each socket changes the room. */
const followedRoom: Attack = {
  name: 'subscriptions of one room that changes',
  profile,
  isWhole: true,
  mostOrdinaryMs: 300,
  tactics: ({ emptyRoomId }, server) => [
    {
      kind: 'socket',
      target: appOf(server),
      operations: [
        ...Array.from({ length: 98 }, () => ({ query: followed, variables: JSON.stringify({ id: emptyRoomId }) })),
        {
          query: saved,
          variables: JSON.stringify({ input: { roomId: emptyRoomId, inputData: 'x', outputData: 'y' } }),
        },
      ],
      reads: 'whole',
      clients: 150,
      seconds: 6,
      addresses: 1,
    },
  ],
}

/** Streams, files and the services around the application. */
export const streamAttacks: readonly Attack[] = [
  {
    name: 'event streams of generations, never read',
    profile,
    tactics: ({ mallory, generationId }, server) => [
      {
        ...http(appOf(server), [
          { method: 'GET', path: `/generations/${generationId}/stream`, headers: bearer(mallory.token) },
        ]),
        clients: 100,
        seconds: 3,
        reads: 'never',
      },
    ],
  },
  {
    name: 'completions as event streams, never read',
    profile,
    tactics: ({ mallory }, server) => [
      {
        ...http(appOf(server), [
          post(
            '/v1/chat/completions',
            { model: 'Local', stream: true, messages: [{ role: 'user', content: 'x'.repeat(100_000) }] },
            bearer(mallory.apiKey),
          ),
        ]),
        clients: 60,
        seconds: 4,
        reads: 'never',
      },
    ],
  },
  followedRoom,
  {
    name: 'subscriptions to generations, never read',
    profile: withManySubscriptions,
    tactics: ({ mallory, generationId }, server) => [
      {
        kind: 'socket',
        target: appOf(server),
        token: mallory.token,
        operations: Array.from({ length: 40 }, () => ({
          query: subscription,
          variables: JSON.stringify({ id: generationId }),
        })),
        reads: 'never',
        clients: 40,
        seconds: 3,
        addresses: 1,
      },
    ],
  },
  {
    name: 'subscriptions to generations and to a large room over event streams, more than an account may open, never read',
    profile,
    tactics: ({ mallory, generationId, largeRoomId }, server) => [
      {
        ...http(appOf(server), [
          post('/graphql/stream', { query: subscription, variables: { id: generationId } }, bearer(mallory.token)),
          post('/graphql/stream', { query: snapshot, variables: { id: largeRoomId } }),
        ]),
        clients: 200,
        seconds: 4,
        reads: 'never',
      },
    ],
  },
  {
    name: '10,000 pings on each socket, never read',
    profile,
    tactics: (_, server) => [
      {
        kind: 'socket',
        target: appOf(server),
        operations: [],
        pings: 10_000,
        reads: 'never',
        clients: 10,
        seconds: 4,
        addresses: 1,
      },
    ],
  },
  {
    name: 'replies through the gateway, the workers and the earlier lines, never read',
    profile,
    tactics: (_, server) => [
      ...(['gateway', 'legacy'] as const).map(
        (listener) =>
          ({
            ...http({ port: server.port(listener) }, [
              post('/office/Local', { input_data: 'Hello' }),
              post('/character/Local', { input_data: 'Hello', ...character }),
              ...(listener === 'legacy'
                ? [post('/Local_stream', { input_data: 'Hello' }), post('/office_sse', { input_data: 'Hello' })]
                : []),
            ]),
            clients: 60,
            seconds: 2,
            reads: 'never',
          }) as const,
      ),
      {
        ...http({ port: server.port('office') }, [post('/Local', { input_data: 'Hello' })]),
        clients: 60,
        seconds: 1,
        reads: 'never',
      },
    ],
  },
  {
    name: 'streams of HTTP/2 without a window on line 1.4',
    profile,
    tactics: (_, server) => [
      {
        kind: 'streams',
        target: { port: server.port('tls') },
        request: { method: 'GET', path: '/redoc' },
        streams: 100,
        clients: 30,
        seconds: 4,
        addresses: 1,
      },
      {
        kind: 'streams',
        target: { port: server.port('tls') },
        request: post('/office_stream', { input_data: 'Hello' }),
        streams: 100,
        clients: 10,
        seconds: 2,
        addresses: 1,
      },
    ],
  },
  {
    name: 'pages and documents, requested 20 times on each connection, never read',
    profile,
    tactics: (_, server) => [
      {
        ...http(
          appOf(server),
          ['/redoc', '/docs', '/openapi.json', '/graphql'].map((path) => ({
            method: 'GET',
            path,
            headers: { accept: 'text/html' },
          })),
        ),
        clients: 80,
        seconds: 3,
        reads: 'never',
        pipelined: 20,
      },
      {
        ...http({ port: server.port('tls'), tls: true }, [{ method: 'GET', path: '/redoc' }]),
        clients: 40,
        seconds: 3,
        reads: 'never',
        pipelined: 20,
      },
    ],
  },
  {
    name: 'images, requested 20 times on each connection, never read',
    profile,
    tactics: ({ imageId }, server) => [
      {
        ...http(appOf(server), [{ method: 'GET', path: `/thumbnail?id=${imageId}` }]),
        clients: 80,
        seconds: 3,
        reads: 'never',
        pipelined: 20,
      },
    ],
  },
]
