import { AppError } from '../../src/errors.js'
import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { SilenceTimer } from '../../src/silence-timer.js'
import { ReplyStream } from '../reply-stream.js'
import { decodeLine, encodeJob, errorOf, generationsPath, heartbeatMs } from './wire.js'
import type { ReplyLine } from './wire.js'

interface HttpReplyGeneratorOptions {
  readonly url: URL
  /** Sent as a bearer token to a worker that is not on the loopback (contract: access.4). */
  readonly serviceToken?: string | undefined
  /** After this many milliseconds of silence the worker counts as lost; three heartbeats when unset. */
  readonly silenceMs?: number
}

/** A worker in another process, reached by `POST /internal/generations`; closing the request cancels the job. */
export class HttpReplyGenerator implements ReplyGenerator {
  private readonly open = new Set<ReplyStream>()
  private isClosed = false

  constructor(private readonly options: HttpReplyGeneratorOptions) {}

  /** See the port. When the worker is unreachable or breaks off, the error is UNAVAILABLE without a time to wait. */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress> {
    return new ReplyStream({
      source: (stopped) => this.request(job, stopped),
      signal,
      timeLeftMs: () => job.deadline - Date.now(),
      // the worker has already merged the deltas
      mergeWindowMs: 0,
      open: this.open,
    })
  }

  /** Ends every job with UNAVAILABLE and refuses new ones; the worker keeps running. */
  close(): Promise<void> {
    this.isClosed = true
    for (const stream of this.open) stream.fail(unavailable())
    return Promise.resolve()
  }

  private async *request(job: ReplyJob, stopped: AbortSignal): AsyncGenerator<ReplyProgress, void, undefined> {
    if (this.isClosed) throw unavailable()
    const { url, serviceToken, silenceMs = 3 * heartbeatMs } = this.options
    const silent = new AbortController()
    const silence = SilenceTimer.after(silenceMs, () => silent.abort(new Error('the worker fell silent')))
    try {
      const response = await fetch(new URL(generationsPath, url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(serviceToken === undefined ? {} : { authorization: `Bearer ${serviceToken}` }),
        },
        body: encodeJob(job),
        signal: AbortSignal.any([stopped, silent.signal]),
      })
      if (!response.ok || !response.body) throw new Error(`the worker answered ${String(response.status)}`)
      for await (const line of linesOf(response.body, () => silence.received())) {
        if (line.kind === 'refused') throw errorOf(line)
        if (line.kind !== 'heartbeat') yield line
        if (line.kind === 'end') return
      }
      throw new Error('the worker broke off')
    } catch (error) {
      throw error instanceof AppError ? error : unavailable(error)
    } finally {
      silence.stop()
    }
  }
}

function unavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { part: 'model', cause })
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ReplyLine, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    onBytes()
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) yield decodeLine(line)
  }
}
