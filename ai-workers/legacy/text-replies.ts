import { randomUUID } from 'node:crypto'
import type { Express, RequestHandler } from 'express'
import type { z } from 'zod'
import { disconnectSignal, mountPath } from '@parley/edge'
import { steadyTime } from '@parley/runtime'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { readBody } from '../routes/reply-request.js'
import type { EarlierServices } from './earlier-services.js'
import { sendStream } from './send-stream.js'
import { koreanBody, localBody, roleplayBody, type StreamRequest } from './stream-bodies.js'
import { streamedReply, type ReplyPiece } from './streamed-reply.js'

/** The fixed options of a path of lines 1.1 and 1.2. */
type FixedPart = Pick<ReplyJob, 'kind' | 'model' | 'sampling'>

/**
 * The text streams of lines 1.1 and 1.2: the reply and nothing else, in chunks while it is generated (contract:
 * earlier-ai-lines.1).
 */
export function mountTextReplies(app: Express, services: EarlierServices, imageHosts: readonly string[]): void {
  const mount = (path: string, body: z.ZodType<StreamRequest>, fixed: FixedPart) =>
    mountPath(app, path, { post: textReply(body, fixed, services) })
  // contract: earlier-ai-lines.1
  mount('/Local_stream', localBody, { kind: 'office', model: 'Local', sampling: { maxTokens: 512 } })
  mount('/Korean_stream', koreanBody(imageHosts), { kind: 'character', model: 'Korean' })
  mount('/Roleplay_stream', roleplayBody(imageHosts), { kind: 'character', model: 'Roleplay' })
}

function textReply(body: z.ZodType<StreamRequest>, fixed: FixedPart, services: EarlierServices): RequestHandler {
  const { generators, timeoutMs } = services
  return async (request, response) => {
    const disconnected = disconnectSignal(response)
    const acceptedAt = steadyTime()
    const deadline = acceptedAt + timeoutMs
    const parsed = await readBody(body, request)
    const job = { ...parsed, ...fixed, id: randomUUID(), history: [], acceptedAt, deadline, hasFallback: false }
    const pieces = streamedReply({ generator: generators[fixed.kind], job, disconnected })
    await sendStream(response, textsOf(pieces), { type: 'text/plain; charset=utf-8', disconnected })
  }
}

async function* textsOf(pieces: AsyncIterable<ReplyPiece>): AsyncGenerator<string, void, undefined> {
  for await (const { text } of pieces) yield text
}
