import type { Attack } from './attack.js'
import { asShipped } from './profiles.js'
import { appOf } from './list-attacks.js'
import type { Server } from '../server.js'
import type { AttackOutcome, Target } from '../attackers/tactic.js'

/** Clients from one address; the listener limits how many of them stay connected. */
const clients = 2_500

/** The maximum of connections of one address at one listener. */
const mostOfOneAddress = 1_000

const head = 'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
// the beginning of a record with a ClientHello of 512 bytes
const clientHello = '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'

interface Flood {
  readonly name: string
  readonly target?: (server: Server) => Target
  readonly prefix: string
  readonly drips: boolean
}

const floods: readonly Flood[] = [
  { name: 'idle connections', prefix: '', drips: false },
  { name: 'halves of headers', prefix: head, drips: true },
  { name: 'halves of bodies', prefix: `${head}content-length: 1000000\r\n\r\n{"query":"`, drips: false },
  { name: 'slow bodies', prefix: `${head}content-length: 1000000\r\n\r\n{"query":"`, drips: true },
  {
    name: 'TLS handshakes that do not end',
    target: (server) => ({ port: server.port('tls') }),
    prefix: clientHello,
    drips: false,
  },
  {
    name: 'idle connections to the chat-log service',
    target: (server) => ({ port: server.port('chatlog') }),
    prefix: '',
    drips: false,
  },
]

export const connectionAttacks: readonly Attack[] = floods.map(({ name, target = appOf, prefix, drips }) => ({
  name: `${String(clients)} connections: ${name}`,
  profile: asShipped,
  tactics: (_, server) => [
    {
      kind: 'idle',
      target: target(server),
      prefix,
      drips,
      mostOpen: mostOfOneAddress,
      clients,
      seconds: 2,
      addresses: 1,
    },
  ],
  faults: ([outcome]: readonly AttackOutcome[]) => {
    const open = (outcome?.connections ?? 0) - (outcome?.closed ?? 0)
    return open > mostOfOneAddress ? [`one address had ${String(open)} connections at once`] : []
  },
}))
