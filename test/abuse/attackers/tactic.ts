/** Where a connection of an attacker goes, and from which address it comes. */
export interface Target {
  readonly port: number
  /** A socket file instead of the port. */
  readonly socketPath?: string
  readonly tls?: boolean
}

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** How an attacker reads what it is sent; `half` closes the connection after the first piece. */
export type Reading = 'never' | 'slowly' | 'half' | 'whole'

interface Bounds {
  readonly clients: number
  readonly seconds: number
  /** Attackers come from so many addresses, from 127.0.0.2 on; 0: from the address of the ordinary client. */
  readonly addresses: number
}

/** What the attacker process does, as data. */
export type Tactic =
  /** Each client repeats the requests, with one connection for each that is not read whole. */
  | ({
      readonly kind: 'http'
      readonly target: Target
      readonly requests: readonly HttpRequest[]
      readonly reads: Reading
      /** How often each request is sent on one connection without waiting. */
      readonly pipelined?: number
    } & Bounds)
  | ({
      readonly kind: 'socket'
      readonly target: Target
      readonly token?: string
      /** Variables are JSON. */
      readonly operations: readonly { readonly query: string; readonly variables?: string }[]
      readonly reads: 'never' | 'whole'
      /** WebSocket pings, and pings of the protocol above it. */
      readonly pings?: number
    } & Bounds)
  | ({
      readonly kind: 'streams'
      readonly target: Target
      readonly request: HttpRequest
      /** Streams on one connection, none of which is given a window. */
      readonly streams: number
    } & Bounds)
  /**
   * Connections that send these bytes, then a byte at a time where `drips`. At their end the server has some time to close all but
   * `mostOpen`: connections that it has not accepted yet look open.
   */
  | ({
      readonly kind: 'idle'
      readonly target: Target
      readonly prefix: string
      readonly drips: boolean
      readonly mostOpen: number
    } & Bounds)

/** What the attackers got. */
export interface AttackOutcome {
  connections: number
  /** Connections that were refused, or that the server closed. */
  closed: number
  bytes: number
  /** Answers by status, and errors by code. */
  readonly answers: Record<string, number>
  largestAnswer: number
}

export function describeOutcome({ connections, closed, bytes, answers, largestAnswer }: AttackOutcome): string {
  const counts = Object.entries(answers).map(([answer, count]) => `${String(count)} × ${answer}`)
  const sizes = bytes > 0 ? [`${megabytes(bytes)} MB, largest answer ${megabytes(largestAnswer)} MB`] : []
  return [`${String(connections)} connections, ${String(closed)} closed by the server`, ...counts, ...sizes].join('; ')
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
