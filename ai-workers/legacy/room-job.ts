import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import { readReplyRequest } from '../routes/reply-request.js'
import type { EarlierServices } from './earlier-services.js'

/** Concurrent generations in lines 1.3 and 1.4 (contract: earlier-ai-lines.9). */
const atOnce = 2

/**
 * The job of an office or character request on lines 1.3 and 1.4: with its history, two at a time, and without attempt
 * 2, which was added in 1.7.
 * @throws HttpError 422 with every fault of the body.
 */
export async function roomJob(
  kind: Kind,
  { request, disconnected, services }: { request: Request; disconnected: AbortSignal; services: EarlierServices },
): Promise<ReplyJob> {
  const deadline = Date.now() + services.timeoutMs
  const { room, ...body } = await readReplyRequest(kind, request)
  const history = (room && (await services.history?.load(kind, room, disconnected))) ?? []
  return { ...body, id: randomUUID(), kind, model: 'Local', history, deadline, atOnce, hasFallback: false }
}
