import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { systemErrorCode } from '../../src/system-error-code.js'
import { Refusal } from '../command.js'

/** Sends a request to the process behind an operator socket. */
export type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<DoorAnswer>

export interface DoorAnswer {
  readonly status: number
  readonly body: unknown
}

export function askAt(socketPath: string): Ask {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent ?? '') }
      // a new connection: a kept one may lead to a server that has stopped
      const call = request({ socketPath, method, path, headers, agent: false }, (response) => {
        text(response)
          .then((said) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(said) as unknown }))
          .catch(reject)
      })
      call.once('error', reject)
      call.end(sent)
    })
}

/** Whether a process listens on the socket: a killed server leaves the file behind. */
export async function isAnswered(ask: Ask): Promise<boolean> {
  try {
    return (await ask('GET', '/health/live')).status === 200
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(systemErrorCode(error))) return false
    if (systemErrorCode(error) !== 'EACCES') throw error
    throw new Refusal('The server that runs there belongs to another user: run this as that one.', 77, error)
  }
}
