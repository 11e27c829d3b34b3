import type { ClientRequest, IncomingMessage } from 'node:http'
import { AppError, responseTo, SilenceTimer, steadyTime } from '@parley/runtime'
import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { Upstream } from '../gateway/upstream.js'
import { ReplyStream } from '../reply-stream.js'
import {
  decodeLine,
  encodeJob,
  errorOf,
  generationsPath,
  heartbeatMs,
  signOfLife,
  signOfLifeMs,
  type ReplyLine,
} from './wire.js'

interface HttpReplyGeneratorOptions {
  readonly url: URL
  /** Sent as a bearer token to a worker that is not on the loopback (contract: access.4). */
  readonly serviceToken?: string | undefined
  /** After this many milliseconds of silence the worker counts as lost; three heartbeats when unset. */
  readonly silenceMs?: number
  /** The interval of the empty lines behind a request, in milliseconds; 3,000 when unset. */
  readonly lifeMs?: number
}

/** A worker in another process, reached by `POST /internal/generations`; closing the request cancels the job. */
export class HttpReplyGenerator implements ReplyGenerator {
  readonly #open = new Set<ReplyStream>()
  readonly #upstream: Upstream
  #isClosed = false

  constructor(private readonly options: HttpReplyGeneratorOptions) {
    this.#upstream = new Upstream(options.url)
  }

  /** See the port. When the worker is unreachable or breaks off, the error is UNAVAILABLE without a time to wait. */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress> {
    return new ReplyStream({
      source: (stopped) => this.#request(job, stopped),
      signal,
      timeLeftMs: () => job.deadline - steadyTime(),
      // the worker has already merged the deltas
      mergeWindowMs: 0,
      open: this.#open,
    })
  }

  /** Ends every job with UNAVAILABLE and refuses new ones; the worker keeps running. */
  close(): Promise<void> {
    this.#isClosed = true
    for (const stream of this.#open) stream.fail(unavailable())
    this.#upstream.close()
    return Promise.resolve()
  }

  async *#request(job: ReplyJob, stopped: AbortSignal): AsyncGenerator<ReplyProgress, void, undefined> {
    if (this.#isClosed) throw unavailable()
    const { serviceToken, silenceMs = 3 * heartbeatMs, lifeMs } = this.options
    const body = Buffer.from(encodeJob(job))
    const request = this.#upstream.open('POST', generationsPath, [
      ...['Host', this.#upstream.host, 'Content-Type', 'application/json', 'Content-Length', String(body.length)],
      ...(serviceToken === undefined ? [] : ['Authorization', `Bearer ${serviceToken}`]),
    ])
    const end = () => request.destroy()
    const silence = SilenceTimer.after(silenceMs, () => request.destroy(new Error('the worker fell silent')))
    const stopShowingLife = showLife(request, lifeMs)
    stopped.addEventListener('abort', end, { once: true })
    try {
      // also an error between the head of the answer and its reader
      request.on('error', () => undefined)
      request.end(body)
      const response = await responseTo(request)
      if (response.statusCode !== 200) throw new Error(`the worker answered ${String(response.statusCode)}`)
      let hasEnded = false
      for await (const line of linesOf(response, () => silence.received())) {
        if (line.kind === 'refused') throw errorOf(line)
        if (line.kind === 'heartbeat') continue
        if (line.kind === 'end') {
          // the answer is read to its end, so that the next job uses the connection
          stopped.removeEventListener('abort', end)
          hasEnded = true
        }
        yield line
      }
      if (!hasEnded) throw new Error('the worker broke off')
    } catch (error) {
      end()
      throw error instanceof AppError ? error : unavailable(error)
    } finally {
      stopShowingLife()
      silence.stop()
      stopped.removeEventListener('abort', end)
    }
  }
}

/** Sends empty lines behind a request until its answer has ended: then its connection may have another request. */
function showLife(request: ClientRequest, everyMs = signOfLifeMs): () => void {
  const timer = setInterval(() => {
    if (request.writableFinished && request.socket?.writable === true) request.socket.write(signOfLife)
  }, everyMs)
  const stop = () => clearInterval(timer)
  request.once('response', (response: IncomingMessage) => response.once('close', stop).once('end', stop))
  request.once('close', stop)
  return stop
}

function unavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { part: 'model', cause })
}

async function* linesOf(body: IncomingMessage, onText: () => void): AsyncGenerator<ReplyLine, void, undefined> {
  let rest = ''
  const texts: AsyncIterable<string> = body.setEncoding('utf8')
  for await (const text of texts) {
    onText()
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) yield decodeLine(line)
  }
}
