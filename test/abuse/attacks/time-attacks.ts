import { beginningOf, bodyFrame } from '../../support/http/raw-http2.js'
import type { Attack } from './attack.js'
import { appOf, http } from './list-attacks.js'
import { withFewFileHandles, withoutRateLimits } from './profiles.js'
import { freshNumber, type HttpRequest, type Tactic, type Target } from '../attackers/tactic.js'
import type { Server } from '../server.js'

const profile = withoutRateLimits
/** The ordinary client waits for a turn of the attackers now and then, not for what they have sent; the machine is shared with them. */
const mostOrdinaryMs = 1_000

/** Requests and messages of ordinary sizes that cost the event loop much more than their bytes. */
export const timeAttacks: readonly Attack[] = [
  {
    name: 'small pieces: bodies in chunks of a byte, at every listener',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory }, server) => [
      ...chunkedListeners.map(([listener, paths]) =>
        pieces({ port: server.port(listener), tls: listener === 'tls' }, chunkedBodies(paths, mallory.token), aChunk),
      ),
      {
        ...pieces(
          { port: server.port('tls'), tls: true, protocol: 'h2' },
          [beginningOf(streamFields).toString('latin1')],
          bodyFrame(' ').toString('latin1'),
        ),
        // no more than the window of a stream
        pieces: 60_000,
      },
    ],
  },
  {
    name: 'bodies that arrive byte by byte',
    profile,
    mostHeldBytes: 60_000_000,
    tactics: ({ mallory }, server) => [
      {
        ...pieces(appOf(server), slowBodies(['/graphql'], mallory.token), ' '),
        atOnce: 1,
        clients: 40,
        seconds: 10,
      },
    ],
  },
  {
    name: 'small pieces: messages of sockets in 15,500 fragments',
    profile,
    mostOrdinaryMs,
    tactics: (_, server) => [
      {
        ...pieces(appOf(server), [`${upgrade}${fragment(1, '{')}`], fragment(0, ' ')),
        pieces: 15_500,
        clients: 300,
        seconds: 3,
      },
    ],
  },
  {
    name: 'new documents of 2,000 tokens: over HTTP',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory }, server) => {
      const headers = { authorization: `Bearer ${mallory.token}` }
      const requests = ['/graphql', '/graphql/stream'].flatMap((path) =>
        newDocuments.map((query) => post(path, JSON.stringify({ query }), headers)),
      )
      return [{ ...http(appOf(server), requests), clients: 20, seconds: 4, reads: 'whole' }]
    },
  },
  {
    name: 'new documents of 2,000 tokens: over sockets',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory }, server) => [
      {
        kind: 'socket',
        target: appOf(server),
        token: mallory.token,
        operations: [],
        repeated: newDocuments.map((query) => ({ query })),
        reads: 'whole',
        clients: 20,
        seconds: 4,
        addresses: 1,
      },
    ],
  },
  {
    name: 'subscriptions of one account, each with a document of its own, of a room that changes',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory, emptyRoomId }, server) => [
      {
        kind: 'socket',
        target: appOf(server),
        token: mallory.token,
        operations: Array.from({ length: 95 }, () => ({
          query: followed,
          variables: JSON.stringify({ id: emptyRoomId }),
        })),
        repeated: [{ query: saved, variables: entryOf(emptyRoomId, 'y'.repeat(2_000)) }],
        reads: 'whole',
        clients: 2,
        seconds: 4,
        addresses: 1,
      },
    ],
  },
  {
    name: '200 writes of one account at once',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory, emptyRoomId }, server) => {
      const body = `{"query":${JSON.stringify(saved)},"variables":${entryOf(emptyRoomId, manyWords)}}`
      const request = post('/graphql', body, { authorization: `Bearer ${mallory.token}` })
      return [{ ...http(appOf(server), [request]), clients: 40, seconds: 3, reads: 'whole' }]
    },
  },
  {
    name: 'costly requests: forms of junk',
    profile,
    mostOrdinaryMs,
    tactics: ({ mallory }, server) => {
      const headers = { authorization: `Bearer ${mallory.token}`, 'content-type': 'multipart/form-data; boundary=b' }
      const requests = junkForms().map((text) => post('/images', text, headers))
      return [{ ...http(appOf(server), requests), clients: 10, seconds: 4, reads: 'whole' }]
    },
  },
  {
    name: 'costly requests: long targets',
    profile,
    mostOrdinaryMs,
    tactics: (_, server) => [
      {
        ...http(
          appOf(server),
          longTargets.map((path) => ({ method: 'GET', path })),
        ),
        clients: 20,
        seconds: 3,
        reads: 'whole',
      },
    ],
  },
  {
    name: 'costly requests: bodies of 80,000 keys',
    profile,
    mostOrdinaryMs,
    tactics: (_, server) => {
      const keys = JSON.stringify(
        Object.fromEntries(Array.from({ length: 80_000 }, (_, key) => [`k${String(key)}`, 1])),
      )
      const bodies = ['variables', 'extensions'].map((name) => `{"query":"{ models { name } }","${name}":${keys}}`)
      const requests = ['/graphql', '/graphql/stream'].flatMap((path) => bodies.map((body) => post(path, body)))
      const rest = ['/api/users/login', '/api/characters', '/v1/chat/completions'].map((path) => post(path, keys))
      return [{ ...http(appOf(server), [...requests, ...rest]), clients: 20, seconds: 4, reads: 'whole' }]
    },
  },
  {
    name: 'the OpenAPI document, requested 60 times on each connection, never read',
    profile,
    mostOrdinaryMs,
    tactics: (_, server) => {
      const flood = { ...http(appOf(server), [{ method: 'GET', path: '/openapi.json' }]), clients: 100 } as const
      return [
        { ...flood, seconds: 3, reads: 'never', pipelined: 60 },
        { ...flood, seconds: 2, reads: 'whole' },
      ]
    },
  },
  {
    name: 'connections beyond the file handles of the system',
    profile: withFewFileHandles,
    onlyWaits: true,
    mostOrdinaryMs,
    tactics: (_, server) =>
      ['', 'POST /graphql HTTP/1.1\r\nhost: localhost\r\n'].map((prefix) => ({
        kind: 'idle',
        target: appOf(server),
        prefix,
        drips: prefix !== '',
        mostOpen: handles,
        clients: 400,
        seconds: 2,
        addresses: 1,
      })),
    faults: (outcomes) =>
      outcomes.some(({ connections, closed }) => connections - closed > handles)
        ? [`clients had more connections than ${String(handles)} file handles`]
        : [],
  },
]

const handles = withFewFileHandles.fileHandles ?? 0

function post(path: string, body: string, headers: HttpRequest['headers'] = {}): HttpRequest {
  return { method: 'POST', path, headers, body }
}

function pieces(target: Target, beginnings: readonly string[], piece: string): Extract<Tactic, { kind: 'pieces' }> {
  return { kind: 'pieces', target, beginnings, piece, pieces: 200_000, clients: 10, seconds: 0.6, addresses: 1 }
}

/** Of each listener some endpoints that read a body, and one that is none. */
const chunkedListeners: readonly (readonly [Parameters<Server['port']>[0], readonly string[]])[] = [
  [
    'app',
    [
      '/graphql',
      '/graphql/stream',
      '/api/users/login',
      '/v1/chat/completions',
      '/images',
      '/account-recovery',
      '/none',
    ],
  ],
  ['chatlog', ['/doclog/office/create', '/none']],
  ['admin', ['/graphql', '/none']],
  ['gateway', ['/office/Local', '/none']],
  ['office', ['/Local', '/none']],
  ['legacy', ['/Local_stream', '/none']],
  ['tls', ['/office_stream', '/none']],
]

const aChunk = '1\r\n \r\n'

function chunkedBodies(paths: readonly string[], token: string): readonly string[] {
  return paths.map((path) => {
    const type = path === '/images' ? 'multipart/form-data; boundary=b' : 'application/json'
    return `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`
  })
}

function slowBodies(paths: readonly string[], token: string): readonly string[] {
  return chunkedBodies(paths, token).map((head) =>
    head.replace('transfer-encoding: chunked', 'content-length: 1000000'),
  )
}

const streamFields = [
  [':method', 'POST'],
  [':scheme', 'https'],
  [':path', '/office_stream'],
  [':authority', 'localhost'],
  ['content-type', 'application/json'],
] as const

const upgrade = [
  'GET /graphql HTTP/1.1',
  'host: localhost',
  'upgrade: websocket',
  'connection: Upgrade',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  'sec-websocket-version: 13',
  'sec-websocket-protocol: graphql-transport-ws',
  '\r\n',
].join('\r\n')

/** A fragment of one byte that is not the last of its message: of a text (1), or of one that has begun (0). */
function fragment(opcode: 0 | 1, byte: string): string {
  return String.fromCharCode(opcode, 0x80 | 1, 0, 0, 0, 0) + byte
}

const newDocuments = [
  `query q${freshNumber} { ${'a '.repeat(1_990)}}`,
  `query q${freshNumber} { ${'...{ a } '.repeat(490)}}`,
  `query q${freshNumber} { me { ...F0 } } ${Array.from({ length: 275 }, (_, n) => `fragment F${String(n)} on Account { id }`).join(' ')}`,
]

const followed = `subscription s${freshNumber}($id: ID!) {
  roomEvents(roomId: $id) {
    ... on EntryAdded { entry { index inputData outputData } }
    ... on RoomChanged { room { id name entries(last: 20) { nodes { inputData outputData } } } }
  }
}`
const saved = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
const entryOf = (roomId: string, text: string) =>
  JSON.stringify({ input: { roomId, inputData: text, outputData: text } })
/** 2,600 words in less than the 8,000 characters of a message. */
const manyWords = Array.from({ length: 2_600 }, (_, n) => ((n * 7_919) % 1_296).toString(36)).join(' ')

/** With 4.5 MB that is not an image, with what looks like the boundary, and with more parts than are read. */
function junkForms(): readonly string[] {
  const image = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'
  const files = ['x'.repeat(4_500_000), '\r\n--'.repeat(1_100_000), '\r\n'.repeat(2_200_000)]
  const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n'.repeat(80_000)
  return [...files.map((file) => `${image}${file}\r\n`), parts].map((text) => `${text}--b--\r\n`)
}

const longTargets = [
  `/api/characters/1?${'a[b]=1&'.repeat(4_000)}`,
  `/graphql?query=${encodeURIComponent('{ models { name } }')}&variables=${encodeURIComponent(`{"a":[${'1,'.repeat(5_000)}1]}`)}`,
]
