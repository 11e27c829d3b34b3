import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerOnSocket } from '../errors/answer-on-socket.js'
import type { Connections } from '../load/connections.js'
import { answerOf, type ErrorAnswer } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'
import { splitTarget } from './target.js'
import { fieldsRefusal } from '../checks/header-size.js'

/** The one path of a listener that serves WebSockets. */
export interface WebSocketPath {
  readonly path: string
  /** Whether a page of this origin may connect; a client without an origin always may. */
  readonly allowsOrigin: (origin: string, host: string | undefined) => boolean
  /** Takes over the connection, which carries no HTTP from then on. */
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

interface Upgrades extends WebSocketPath {
  /** The answer to a refused handshake. The request ends when its socket is closed. */
  readonly refusalOf: (request: IncomingMessage, socket: Socket) => ErrorAnswer | undefined
  /** Called with each origin that may not connect. */
  readonly onRefused: (origin: string) => void
}

/**
 * Once a server handles upgrades, Node passes every request with an `Upgrade` header to this event instead of the
 * request handler. WebSockets on the path are accepted; any other upgrade (`h2c` of curl and of Java's client) is
 * declined by answering the request without it.
 */
export function serveUpgrades(server: Server, connections: Connections, webSocket: Upgrades): void {
  server.on('upgrade', (request, duplex, head) => {
    afterAnswers(duplex, connections, (socket) => {
      const refusal = fieldsRefusal(request.rawHeaders)
      if (refusal) answerOnSocket(socket, refusal)
      else if (isWebSocket(request)) connect(request, socket, head)
      else handBack(server, request, { socket, head })
    })
  })

  function connect(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { origin, host } = request.headers
    const isForeign = origin !== undefined && !webSocket.allowsOrigin(origin, host)
    if (splitTarget(request.url).path !== webSocket.path) return answerOnSocket(socket, answerOf(restErrors.notFound))
    if (isForeign) {
      webSocket.onRefused(origin)
      return answerOnSocket(socket, answerOf(restErrors.forbidden))
    }
    const refusal = webSocket.refusalOf(request, socket)
    if (refusal) return answerOnSocket(socket, refusal)
    connections.upgraded(socket)
    webSocket.accept(request, socket, head)
  }
}

/** Refuses CONNECT with an answer; Node would disconnect silently. This server is not a proxy. */
export function refuseTunnels(server: Server, connections: Connections): void {
  server.on('connect', (_request, duplex) => {
    afterAnswers(duplex, connections, (socket) => answerOnSocket(socket, answerOf(restErrors.badRequest)))
  })
}

/** Continues a connection that has left its parser, once the earlier requests are answered. */
function afterAnswers(duplex: Duplex, connections: Connections, then: (socket: Socket) => void): void {
  duplex.on('error', giveUp)
  // every server of this process uses these sockets, also on a socket file
  if (!(duplex instanceof Socket)) return
  connections.whenQuiet(duplex, () => {
    duplex.setTimeout(0)
    then(duplex)
  })
}

function giveUp(this: Duplex): void {
  this.destroy()
}

function isWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Puts the request without its upgrade headers back into the socket, and lets a new parser read the connection. */
function handBack(
  server: Server,
  { method = '', url = '', httpVersion, rawHeaders }: IncomingMessage,
  { socket, head }: { socket: Socket; head: Buffer },
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
    const kept = withoutOffer(name.toLowerCase(), value)
    if (kept !== undefined) lines.push(`${name}: ${kept}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  // listeners of the old parser and of this code; the new parser adds its own
  socket.removeAllListeners('pause').removeAllListeners('resume').off('error', giveUp)
  server.emit('connection', socket)
}

const offers = new Set(['upgrade', 'http2-settings'])

/** The value of a header without upgrade; undefined for a header to remove. */
function withoutOffer(name: string, value: string): string | undefined {
  if (offers.has(name)) return undefined
  if (name !== 'connection') return value
  const words = value.split(',').map((word) => word.trim())
  const kept = words.filter((word) => !offers.has(word.toLowerCase()))
  return kept.length === 0 ? undefined : kept.join(', ')
}
