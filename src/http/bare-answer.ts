import { STATUS_CODES } from 'node:http'
import type { ErrorAnswer } from './http-error.js'

/** Answers what never became a request, or has left the parser, on its bare socket, and closes that. */
export function answerBare(socket: { end(text: string): void }, { status, body, headers = {} }: ErrorAnswer): void {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
}
