/** The target of an attacker's connection, and its source address. */
export interface Target {
  readonly port: number
  /** A socket file instead of the port. */
  readonly socketPath?: string
  readonly tls?: boolean
  /** What is offered in the handshake of TLS; HTTP/1.1 when absent. */
  readonly protocol?: 'h2'
}

/** Stands for a number in the path or the body of a request or the query of an operation: a new one each time that it is sent. */
export const freshNumber = '<a fresh number>'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Of the body; UTF-8 when absent. */
  readonly encoding?: 'utf8' | 'latin1'
}

/** How an attacker reads answers; `half` closes the connection after the first piece. */
export type Reading = 'never' | 'slowly' | 'half' | 'whole'

/** Variables and extensions are JSON. */
export interface SocketOperation {
  readonly query: string
  readonly variables?: string
  readonly extensions?: string
}

interface Bounds {
  readonly clients: number
  readonly seconds: number
  /** The number of source addresses, from 127.0.0.2 on; 0 uses the address of the ordinary client. */
  readonly addresses: number
}

/** The behaviour of the attacker process, as data. */
export type Tactic =
  /** Each client repeats the requests; requests that are not read completely have their own connections. */
  | ({
      readonly kind: 'http'
      readonly target: Target
      readonly requests: readonly HttpRequest[]
      readonly reads: Reading
      /** How often each request is sent on one connection without waiting for an answer. */
      readonly pipelined?: number
      /** The tactic ends before its time when the server has closed so many of the connections that are not read. */
      readonly mustClose?: number
    } & Bounds)
  | ({
      readonly kind: 'socket'
      readonly target: Target
      readonly token?: string
      readonly operations: readonly SocketOperation[]
      /** Sent every 10 ms, each time as new operations. */
      readonly repeated?: readonly SocketOperation[]
      readonly reads: 'never' | 'whole'
      /** WebSocket pings, and pings of the graphql-transport-ws protocol. */
      readonly pings?: number
    } & Bounds)
  | ({
      readonly kind: 'streams'
      readonly target: Target
      readonly request: HttpRequest
      /** The number of streams on one connection, all without a window. */
      readonly streams: number
    } & Bounds)
  /**
   * Connections that begin with bytes (each client with the next ones), and send the same piece again and again, as fast as
   * it is read. When the server closes one, or after so many pieces, another one begins.
   */
  | ({
      readonly kind: 'pieces'
      readonly target: Target
      readonly beginnings: readonly string[]
      readonly piece: string
      readonly pieces: number
      /** Pieces of one write; 500 when unset. */
      readonly atOnce?: number
    } & Bounds)
  /**
   * Connections that send these bytes, then one byte at a time if `drips`. After the end the server has some time to
   * close all but `mostOpen`: connections that it has not accepted yet look open.
   */
  | ({
      readonly kind: 'idle'
      readonly target: Target
      readonly prefix: string
      readonly drips: boolean
      readonly mostOpen: number
    } & Bounds)

/** The results of the attackers. */
export interface AttackOutcome {
  connections: number
  /** Connections that the server refused or closed. */
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
