import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorAnswer } from './http-error.js'

/** How long the client has to read the answer and to disconnect. */
const lingerMs = 2_000

/** Answers on the bare socket, without a request or after it has left the parser, and closes the socket. */
export function answerOnSocket(socket: Duplex, { status, body, headers = {} }: ErrorAnswer): void {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
  // if the socket closed with unread bytes, the connection could be reset before the answer arrives
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
}
