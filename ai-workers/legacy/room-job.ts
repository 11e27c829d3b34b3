import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { steadyTime } from '@parley/runtime'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { mostHistoryTurns } from '../../src/ports/history-source/history-source.js'
import type { Kind } from '../../src/kinds.js'
import { readReplyRequest } from '../routes/reply-request.js'
import type { EarlierServices } from './earlier-services.js'

interface RoomRequest {
  readonly request: Request
  /** Aborted by the caller to cancel. */
  readonly disconnected: AbortSignal
  readonly services: EarlierServices
}

/**
 * The job of an office or character request on lines 1.3 to 1.6: with its history, and without attempt 2, which was added
 * in 1.7.
 * @throws HttpError 422 with every fault of the body.
 */
export async function roomJob(
  kind: Kind,
  { request, disconnected, services }: RoomRequest,
  fixed: Pick<ReplyJob, 'model' | 'atOnce' | 'sampling'>,
): Promise<ReplyJob> {
  const acceptedAt = steadyTime()
  const deadline = acceptedAt + services.timeoutMs
  const { room, ...body } = await readReplyRequest(kind, request)
  const history = (room && (await services.history?.load(kind, room, disconnected))) ?? []
  const hasEarlierTurns = history.length === mostHistoryTurns
  const id = randomUUID()
  return { ...body, ...fixed, id, kind, history, hasEarlierTurns, acceptedAt, deadline, hasFallback: false }
}

/** Concurrent generations in lines 1.3 and 1.4 (contract: earlier-ai-lines.9). */
export const twoAtOnce = { model: 'Local', atOnce: 2 } as const
