import type { RequestHandler, Response } from 'express'
import { disconnectSignal, eventTimes, HttpError, readLargeJsonBody, sendJson } from '@parley/edge'
import { identify } from '../identify.js'
import type { SchemaCaller, StreamingClient } from '../rows/schema-client.js'
import { CollectedReply, completionOf, wholeAnswer, type Step } from './chat-completion.js'
import { readChatCompletion } from './chat-completion-request.js'
import { ChunkStream } from './chunk-stream.js'
import { stepsOf } from './completion-steps.js'

const times = { holdMs: 500, beatMs: eventTimes.beatMs }

/**
 * `POST /v1/chat/completions`: one reply to a conversation, complete or streamed. Nothing is stored; a disconnect
 * cancels the reply, queued or running.
 */
export function chatCompletions<Caller extends SchemaCaller>(client: StreamingClient<Caller>): RequestHandler {
  return async (request, response) => {
    const disconnected = disconnectSignal(response)
    const caller = await identify(client, { request, response }, 'key')
    const completionRequest = readChatCompletion(await readLargeJsonBody(request))
    const steps = stepsOf(completionRequest.input, { client, caller, disconnected })
    if (completionRequest.isStream)
      await sendChunks(steps, new ChunkStream(response, { completionRequest, times, disconnected }))
    else await collect(steps, response, completionRequest.input.model)
  }
}

type Steps = AsyncIterable<Step>

/** Only the text of the last attempt counts. */
async function collect(steps: Steps, response: Response, model: string): Promise<void> {
  const reply = new CollectedReply()
  for await (const step of steps) {
    reply.add(step)
    if (step.status !== 'COMPLETED') continue
    sendJson(response, { status: 200, body: wholeAnswer(completionOf(step, { model, now: Date.now() }), reply, step) })
  }
}

async function sendChunks(steps: Steps, stream: ChunkStream): Promise<void> {
  try {
    for await (const step of steps) await stream.write(step)
  } catch (error) {
    if (!stream.isOpen || !(error instanceof HttpError)) throw error
    await stream.fail(error)
  } finally {
    stream.release()
  }
}
