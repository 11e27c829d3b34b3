import type { IncomingMessage, ServerResponse } from 'node:http'
import { raw, type ErrorRequestHandler, type RequestHandler } from 'express'
import { collect, holdBytes, largeBodyTurn, sendJson } from '@parley/edge'
import { hasMoreCommas, parsedBytes, parsedLevels, tooDeepAt } from '@parley/runtime'
import { limits, tooManyLevels, tooManyValues } from '../../src/limits.js'

/** Reads the body of a GraphQL request. Invalid JSON is answered as the GraphQL-over-HTTP draft requires. */
export const graphqlBody = (limitBytes: number): (RequestHandler | ErrorRequestHandler)[] => [
  raw({ type: 'application/json', limit: limitBytes }),
  (async (request, response, next) => {
    const bytes: unknown = request.body
    if (!Buffer.isBuffer(bytes)) {
      next()
      return
    }
    const decoder = decoderOf(request.headers['content-type'])
    if (!decoder) {
      refuseBody(response, 'encoding')
      return
    }
    holdBytes(request, bytes.length)
    await largeBodyTurn(request, bytes.length)
    const value = bytes.length === 0 ? {} : readObject(decoder.decode(bytes), request, response)
    if (value === undefined) return
    request.body = value
    next()
  }) satisfies RequestHandler,
  ((error: unknown, _request, response, next) => {
    const fault = faultOf(error)
    if (fault === undefined) next(error)
    else refuseBody(response, fault)
  }) satisfies ErrorRequestHandler,
]

// without `stream` a decoder keeps nothing of an earlier text
const utf8 = new TextDecoder()

const plainJson = /^application\/json(?:; ?charset=utf-8)?$/i

/** Whether `readPlainBody` can read the body: JSON of a known length that is neither compressed nor too large. */
export function hasPlainBody({ headers }: IncomingMessage, limitBytes: number): boolean {
  const { 'content-type': type = '', 'content-length': length } = headers
  const isWhole = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined
  return isWhole && plainJson.test(type) && Number(length) > 0 && Number(length) <= limitBytes
}

/** As `graphqlBody`, without Express. Undefined when it has answered that the body is not JSON. */
export async function readPlainBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
): Promise<object | undefined> {
  const bytes = await collect(request, limitBytes)
  holdBytes(request, bytes.length)
  await largeBodyTurn(request, bytes.length)
  return readObject(utf8.decode(bytes), request, response)
}

/** Undefined when it has answered that the text is not a JSON object, or is nested too deep. */
function readObject(text: string, request: IncomingMessage, response: ServerResponse): object | undefined {
  // nothing but variables and extensions has levels, or many values
  const exceeded = exceededBy(text)
  if (exceeded !== undefined) {
    refuse(response, 400, { message: exceeded, code: 'BAD_USER_INPUT' })
    return undefined
  }
  holdBytes(request, parsedBytes(text))
  const value = parsedLevels(text)
  if (typeof value === 'object' && value !== null) return value
  refuseBody(response, 'notObject')
  return undefined
}

/** The values of a request beside its variables: its parameters, and extensions. */
const otherValues = 1_000

/** What a text exceeds before it is parsed: a bound of its variables, of which some more is left for extensions. */
function exceededBy(text: string): string | undefined {
  if (tooDeepAt(text) !== undefined) return `The variables ${tooManyLevels}`
  if (hasMoreCommas(text, limits.variableValues + otherValues)) return `The variables or extensions ${tooManyValues}`
  return undefined
}

/** Undefined for a charset that is not read: JSON is Unicode. */
function decoderOf(contentType = '') {
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(contentType) ?? []
  if (!/^utf-/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

const faults = {
  notObject: { status: 400, message: 'The request body is not a JSON object' },
  compression: { status: 400, message: 'The request body is not compressed as its Content-Encoding says' },
  size: { status: 413, message: 'The request body is too large' },
  encoding: { status: 415, message: 'The request body has a charset or an encoding that is not read' },
} as const

function refuseBody(response: ServerResponse, fault: keyof typeof faults): void {
  const { status, message } = faults[fault]
  refuse(response, status, { message, code: 'BAD_REQUEST' })
}

function refuse(response: ServerResponse, status: number, { message, code }: { message: string; code: string }): void {
  sendJson(response, { status, body: { errors: [{ message, extensions: { code } }] } })
}

/** What `raw` found. Undefined for an error of something else. */
function faultOf(error: unknown): keyof typeof faults | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (status === 400) return 'compression'
  if (status === 413) return 'size'
  return status === 415 ? 'encoding' : undefined
}
