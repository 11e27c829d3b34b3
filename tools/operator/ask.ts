import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { z } from 'zod'
import { systemErrorCode } from '@parley/runtime'
import { operatorPath, socketAddress } from '../../src/config/data-folder/operator-socket.js'
import { Refusal } from './command.js'

/** Runs an operation of the service schema behind an operator socket. Throws Refusal with the reason of a failure. */
export type Ask = <TData, TVariables>(
  document: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
) => Promise<TData>

const errorShape = z.object({
  message: z.string(),
  extensions: z.object({
    code: z.string(),
    fields: z.array(z.object({ path: z.array(z.unknown()), rule: z.string(), message: z.string() })).optional(),
  }),
})
const resultShape = z.object({ data: z.unknown(), errors: z.array(errorShape).optional() })

/** Exit codes of sysexits.h; any other code of an error is 70. */
const exitCodes: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 65,
  CONFLICT: 65,
  FORBIDDEN: 65,
  NOT_FOUND: 67,
  UNAVAILABLE: 69,
}

export function askAt(socketPath: string): Ask {
  return async <TData, TVariables>(document: TypedDocumentNode<TData, TVariables>, variables: TVariables) => {
    const { status, said } = await send(socketPath, 'POST', operatorPath, {
      body: { document: print(document), variables },
    })
    if (status !== 200) throw new Refusal('The server that runs is of another release: restart it.', 70)
    const { data, errors: [error] = [] } = resultShape.parse(JSON.parse(said))
    if (error) throw refusalOf(error)
    // the typed document defines the type of its data
    return data as TData
  }
}

/** A server whose process is stopped still accepts connections. */
const answerMs = 10_000
export const stopAdvice = 'It does not answer commands (its log says why): stop it and try again.'

/** Whether a process listens on the socket: a killed server leaves the file behind. */
export async function isAnswered(socketPath: string): Promise<boolean> {
  try {
    return (await send(socketPath, 'GET', '/health/live', { signal: AbortSignal.timeout(answerMs) })).status === 200
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(systemErrorCode(error))) return false
    if (systemErrorCode(error) === 'ABORT_ERR')
      throw new Refusal(`The server that runs has not answered within ${answerMs / 1_000} s.\n${stopAdvice}`, 75, error)
    if (systemErrorCode(error) !== 'EACCES') throw error
    throw new Refusal('The server that runs there belongs to another user: run this as that one.', 77, error)
  }
}

interface Sent {
  readonly body?: object
  readonly signal?: AbortSignal
}

async function send(socketFile: string, method: string, path: string, sent: Sent) {
  const address = socketAddress(socketFile)
  return exchange(address.path, method, path, sent).finally(address.remove)
}

function exchange(socketPath: string, method: string, path: string, { body, signal }: Sent) {
  return new Promise<{ readonly status: number; readonly said: string }>((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent ?? '') }
    // a new connection: a kept one may lead to a server that has stopped
    const call = request({ socketPath, method, path, headers, agent: false, signal }, (response) => {
      text(response)
        .then((said) => resolve({ status: response.statusCode ?? 0, said }))
        .catch(reject)
    })
    call.once('error', reject)
    call.end(sent)
  })
}

/** The input of a fault: of an item of a list, its list. */
const nameOf = (path: readonly unknown[]) => String(path.findLast((part) => typeof part === 'string'))

function refusalOf({ message, extensions: { code, fields = [] } }: z.output<typeof errorShape>): Refusal {
  const faults = fields
    .filter(({ rule }) => rule !== 'taken')
    .map(({ path, message: fault }) => (path.at(-1) === 'value' ? fault : `${nameOf(path)}: ${fault}`))
  return new Refusal(faults.length > 0 ? faults.join('\n') : message, exitCodes[code] ?? 70)
}
