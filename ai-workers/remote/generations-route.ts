import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { z } from 'zod'
import {
  type DirectHandler,
  disconnectSignal,
  faultsOfIssues,
  note,
  readJsonBody,
  refusals,
  requestIdOf,
  streamHeaders,
  writeWithBackpressure,
} from '@parley/edge'
import { type Logger, SilenceTimer } from '@parley/runtime'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import {
  encodeLine,
  generationsPath,
  heartbeatMs,
  lineType,
  lostSenderMs,
  receivedJob,
  refusalOf,
  sentJobSchema,
} from './wire.js'

/** A history, which is one page of a log of at most 1 MiB or one long entry, the texts of a character and an image. */
const jobLimitBytes = 32 * 1_048_576

interface GenerationsRouteOptions {
  readonly beatMs?: number
  /** After this silence of its sender a job is cancelled, in milliseconds. */
  readonly lostMs?: number
  /** Called with the clock of the process that has sent a job, in epoch milliseconds. */
  readonly onClock?: ((now: number) => void) | undefined
}

/**
 * `POST /internal/generations`: runs a job and streams its progress as lines of JSON, with heartbeats in between. When
 * the client disconnects or vanishes, the job is cancelled. A refusal is a line too, even before the first progress.
 */
export function generationsRoute(
  generator: ReplyGenerator,
  log: Logger,
  { beatMs = heartbeatMs, lostMs = lostSenderMs, onClock = () => undefined }: GenerationsRouteOptions = {},
): DirectHandler {
  return async (request, response) => {
    note(request, { route: generationsPath })
    const sent = await readJob(request)
    if (sent.clock !== undefined) onClock(sent.clock)
    const job = receivedJob(sent)
    const disconnected = disconnectSignal(response)
    response.writeHead(200, { 'Content-Type': lineType, ...streamHeaders })
    response.flushHeaders()
    const stopWatching = watchSender(request.socket, lostMs)
    const heartbeat = setInterval(() => response.write(encodeLine({ kind: 'heartbeat' })), beatMs)
    try {
      for await (const progress of generator.generate(job, disconnected))
        await writeWithBackpressure(response, encodeLine(progress), disconnected)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'INTERNAL_SERVER_ERROR') {
        log.error({ requestId: requestIdOf(response), generationId: job.id, err: error }, 'generation.failed')
      }
      await writeWithBackpressure(response, encodeLine(refusal), disconnected)
    } finally {
      stopWatching()
      clearInterval(heartbeat)
      response.end()
    }
  }
}

/**
 * Disconnects a sender that has shown signs of life and fell silent. Nothing else notices it: what is sent to it waits
 * in the system, without an error, for about 15 minutes.
 */
function watchSender(socket: Socket, lostMs: number): () => void {
  let silence: SilenceTimer | undefined
  let seen = socket.bytesRead
  const look = setInterval(() => {
    if (socket.bytesRead === seen) return
    seen = socket.bytesRead
    silence ??= SilenceTimer.after(lostMs, () => socket.destroy())
    silence.received()
  }, lostMs / looksPerSilence)
  return () => {
    clearInterval(look)
    silence?.stop()
  }
}

const looksPerSilence = 12

async function readJob(request: IncomingMessage): Promise<z.output<typeof sentJobSchema>> {
  const parsed = sentJobSchema.safeParse(await readJsonBody(request, jobLimitBytes), { reportInput: true })
  if (!parsed.success) throw refusals.invalid(faultsOfIssues(parsed.error.issues, (path) => ['body', ...path]))
  return parsed.data
}
