import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { refusals } from '../../src/http/http-error.js'
import { requestIdOf } from '../../src/http/request-id.js'
import { whenOver } from '../../src/http/when-over.js'
import type { Logger } from '../../src/logger.js'
import { copyHead, requestFields } from './headers.js'
import type { Upstream } from './upstream.js'

export interface Hop {
  readonly upstream: Upstream
  /** What the service is asked for: a path that starts with a slash, and the query. */
  readonly path: string
  /** How long the service may be silent, before its answer and within it. */
  readonly timeoutMs: number
  readonly serviceToken?: string | undefined
  readonly logger: Logger
}

/**
 * Hands a request to a service and its answer back, both byte by byte as they come; the slower side sets the pace. A
 * caller who goes away ends the request; an answer that breaks off ends the caller's connection without a proper end.
 * @throws HttpError 502 when the service gives no answer, 504 when it gives none in time.
 */
export async function forward(request: Request, response: Response, hop: Hop): Promise<void> {
  const { upstream, path, timeoutMs, serviceToken, logger } = hop
  const requestId = requestIdOf(response)
  const fields = requestFields(request, { host: upstream.host, requestId, serviceToken })
  const asked = upstream.open(request.method, path, fields)
  const seen = { isLate: false, isGone: false }
  const deadline = setTimeout(() => {
    seen.isLate = true
    asked.destroy()
  }, timeoutMs)
  whenOver(response, () => {
    clearTimeout(deadline)
    seen.isGone = !response.writableFinished
    if (seen.isGone || !asked.writableFinished) asked.destroy()
  })
  sendBody(request, asked)
  try {
    const answer = await headOf(asked)
    answer.on('data', () => deadline.refresh())
    response.status(finalStatus(answer))
    copyHead(answer, response)
    response.flushHeaders()
    await sendAnswer(answer, response)
  } catch (error) {
    if (seen.isGone) return
    const reason = seen.isLate ? 'timeout' : reasonOf(error)
    logger.warn({ requestId, reason, answered: response.headersSent }, 'gateway.failed')
    if (response.headersSent) cut(response)
    else throw seen.isLate ? refusals.gatewayTimeout() : refusals.badGateway()
  }
}

/** What the service no longer takes is read and dropped, so that the caller's connection can go on. */
function sendBody(request: Request, asked: ClientRequest): void {
  asked.once('close', () => {
    request.unpipe(asked)
    request.resume()
  })
  request.pipe(asked)
}

function headOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve)
    // stays for good: a connection may fail at any later moment too
    asked.on('error', reject)
    // a switch of protocols ends it with neither an answer nor an error
    asked.once('close', () => reject(new Error('closed without an answer')))
  })
}

function finalStatus({ statusCode = 0 }: IncomingMessage): number {
  if (statusCode < 200) throw new Error('not the status of an answer')
  return statusCode
}

function sendAnswer(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.once('error', reject)
    response.once('close', resolve)
    answer.pipe(response)
  })
}

/** The end of the connection is the end of an answer to HTTP/1.0: only a reset tells the caller that it is none. */
function cut(response: Response): void {
  if (response.req.httpVersion === '1.0') response.req.socket.resetAndDestroy()
  response.destroy()
}

function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'broken'
}
