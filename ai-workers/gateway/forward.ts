import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { refusals } from '@parley/edge'
import { type Logger, SilenceTimer } from '@parley/runtime'
import type { Exchange, Field } from './exchange.js'
import { answerFields, requestFields } from './headers.js'
import type { Upstream } from './upstream.js'

/** The default time that a service may be silent, in milliseconds. */
export const serviceTimeoutMs = 420_000

/** A silent service is asked for its health at this interval; without an answer it counts as lost after three of them. */
const defaultAskMs = 4_000
const asksUntilLost = 3

interface ForwardOptions {
  readonly upstream: Upstream
  /** The target of the request to the service: a path with a leading slash, and the query. */
  readonly path: string
  /** How long the service may be silent before and within its answer, in milliseconds. */
  readonly timeoutMs: number
  /** The interval at which a silent service is asked for its health, in milliseconds; 4,000 when unset. */
  readonly askMs?: number | undefined
  readonly serviceToken?: string | undefined
  /** A longer body is refused; any is passed on when it is unset. */
  readonly bodyLimitBytes?: number
  /** Lower-case names of answer fields that are not passed on to the caller. */
  readonly withheld?: readonly string[]
  /** Fields that are added to the answer of the service. */
  readonly added?: readonly Field[]
  readonly logger: Logger
}

/**
 * Forwards a request to a service and returns its answer, both unbuffered and with backpressure. A disconnect of the
 * caller ends the request; a broken answer destroys the caller's connection.
 * @throws HttpError 400 for what HTTP/1.1 cannot carry, 413 for a body that is too long, 502 when the service gives no
 * answer or vanishes, 504 when it answers too late.
 */
export async function forward(exchange: Exchange, hop: ForwardOptions): Promise<void> {
  const { upstream, path, timeoutMs, serviceToken, withheld, added = [], logger, askMs = defaultAskMs } = hop
  const { head, body, requestId } = exchange
  const fields = requestFields(head, { host: upstream.host, requestId, serviceToken })
  const request = open(upstream, { method: head.method ?? 'GET', path, fields })
  const seen: { isGone: boolean; isOver: boolean; fault?: Fault } = { isGone: false, isOver: false }
  const giveUp = (fault: Fault) => {
    seen.fault ??= fault
    request.destroy()
  }
  const silence = SilenceTimer.after(timeoutMs, () => giveUp(faults.timeout))
  const loss = new SilenceTimer({
    everyMs: askMs,
    ticks: asksUntilLost,
    onTick: () => void upstream.isAlive(askMs).then((isAlive) => isAlive && !seen.isOver && loss.received()),
    onTimeout: () => giveUp(faults.lost),
  })
  exchange.onClose((isComplete) => {
    seen.isOver = true
    silence.stop()
    loss.stop()
    seen.isGone = !isComplete
    if (seen.isGone || !request.writableFinished) request.destroy()
  })
  if (hop.bodyLimitBytes !== undefined) whenLonger(body, hop.bodyLimitBytes, () => giveUp(faults.tooLarge))
  sendBody(body, request)
  try {
    const answer = await headOf(request)
    answer.on('data', () => {
      silence.received()
      loss.received()
    })
    const taker = exchange.begin(finalStatus(answer), [...answerFields(answer, withheld), ...added])
    await sendAnswer(answer, taker, exchange)
  } catch (error) {
    if (seen.isGone) return
    const { reason, refusal } = seen.fault ?? { reason: reasonOf(error), refusal: refusals.badGateway }
    logger.warn({ requestId, reason, answered: exchange.hasBegun }, 'gateway.failed')
    if (exchange.hasBegun) exchange.cut()
    else throw refusal()
  }
}

/** HTTP/2 allows names and values that HTTP/1.1 cannot express: Node finds them before anything is sent. */
function open(
  upstream: Upstream,
  { method, path, fields }: { readonly method: string; readonly path: string; readonly fields: readonly string[] },
): ClientRequest {
  try {
    return upstream.open(method, path, fields)
  } catch {
    throw refusals.badRequest('A request that cannot be passed on')
  }
}

interface Fault {
  readonly reason: string
  readonly refusal: () => Error
}

const faults = {
  lost: { reason: 'the service fell silent', refusal: refusals.badGateway },
  timeout: { reason: 'timeout', refusal: refusals.gatewayTimeout },
  tooLarge: { reason: 'too large', refusal: refusals.payloadTooLarge },
} as const satisfies Readonly<Record<string, Fault>>

function whenLonger(body: Readable, limitBytes: number, callback: () => void): void {
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limitBytes) callback()
  })
}

/** Discards the rest of a body that the service no longer reads, so that the caller's connection stays usable. */
function sendBody(body: Readable, request: ClientRequest): void {
  request.once('close', () => {
    body.unpipe(request)
    body.resume()
  })
  body.pipe(request)
}

function headOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // never removed: a connection may fail at any later moment too
    request.on('error', reject)
    // a protocol switch ends the request with neither an answer nor an error
    request.once('close', () => reject(new Error('closed without an answer')))
  })
}

function finalStatus({ statusCode = 0 }: IncomingMessage): number {
  if (statusCode < 200) throw new Error('not the status of an answer')
  return statusCode
}

function sendAnswer(answer: IncomingMessage, taker: Writable, exchange: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.once('error', reject)
    exchange.onClose(() => resolve())
    answer.pipe(taker)
  })
}

function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'broken'
}
