import { z } from 'zod'
import type { Failure } from '@parley/edge'
import { defaultMessages } from '@parley/runtime'
import { FinishReason, GenerationStatus } from '../../schema/enums.js'
import { isFinal } from '../../src/replies/generation.js'
import {
  ToolReplyDocument,
  ToolReplyProgressDocument,
  ToolSendMessageDocument,
  ToolStartRoomDocument,
  type ToolReplyProgressSubscription,
  type ToolReplyQuery,
} from '../operations/operations.generated.js'
import { shownText } from './bounded-results.js'
import { tool, type Tool, type ToolCall } from './tool.js'
import { ToolRefusal } from './tool-refusal.js'

/** Most clients end a call after a minute. */
const usualWaitSeconds = 45
const mostWaitSeconds = 300

const waitSeconds = z
  .int()
  .min(0)
  .max(mostWaitSeconds)
  .default(usualWaitSeconds)
  .describe(
    'How long to wait for the end of the reply, in seconds. After it the answer has the text so far, and the reply goes on.',
  )

const output = z.object({
  replyId: z.string().describe('For `read_reply`.'),
  roomId: z.string().describe('The room of the reply. Send it to `send_message` to continue the conversation.'),
  status: z
    .enum(GenerationStatus)
    .describe('QUEUED and RUNNING replies go on. COMPLETED, CANCELLED and FAILED ones have ended.'),
  text: z.string().describe('The text of the reply so far; the whole reply if it is COMPLETED.'),
  model: z.string(),
  finishReason: z.enum(FinishReason).nullable(),
  messageIndex: z.int().nullable().describe('The place of the message in the room. Null while there is none.'),
  sources: z
    .array(z.object({ number: z.int(), title: z.string(), link: z.string().nullable() }))
    .describe('What the model was given to read: `[1]` in the text is the source with the number 1.'),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why a reply has failed; otherwise null.'),
  note: z.string().nullable().describe('How to read the rest of a reply that goes on; otherwise null.'),
})

type Reply = NonNullable<ToolReplyQuery['generation']>

function replyOf({ id: replyId, entry, text, sources, ...reply }: Reply): z.output<typeof output> {
  const note = isFinal(reply.status)
    ? null
    : `The reply goes on. Call read_reply with replyId ${replyId} to wait for its end and read it.`
  return {
    replyId,
    roomId: reply.roomId,
    status: reply.status,
    text: shownText(text),
    model: reply.model,
    finishReason: reply.finishReason,
    messageIndex: entry?.index ?? null,
    sources: sources.map(({ number, title, link }) => ({ number, title, link })),
    error: reply.error && { code: reply.error.code, message: reply.error.message },
    note,
  }
}

export const repliesTools: readonly Tool[] = [
  tool({
    name: 'send_message',
    title: 'Send a message',
    description:
      'Sends a message and waits for the reply. With `roomId` in that room; with `characterId` in a new room with the character; ' +
      'without both in a new room with the assistant. The message and the reply stay in the room. ' +
      'Cancelling the call stops the reply. A reply that takes longer than `waitSeconds` goes on: read it with `read_reply`.',
    input: z.strictObject({
      text: z.string().describe('The message, in Markdown or plain text.'),
      roomId: z
        .string()
        .optional()
        .describe('The `id` of a room, of `list_rooms`, or the `roomId` of an earlier reply.'),
      characterId: z.string().optional().describe('The `id` of a character, to begin a new room with it.'),
      model: z
        .string()
        .optional()
        .describe('The name of a model of the server. Default: that of the room, else of the server.'),
      searchAccess: z
        .boolean()
        .default(false)
        .describe('Allows a web search for the reply of the assistant. It has no effect in a room with a character.'),
      idempotencyKey: z
        .string()
        .optional()
        .describe(
          'A retry with the same key and the same message within 24 hours sends nothing again, and returns the first reply.',
        ),
      waitSeconds,
    }),
    output,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: async ({ roomId, characterId, waitSeconds: seconds, ...message }, call) => {
      if (roomId !== undefined && characterId !== undefined)
        throw new ToolRefusal({ code: 'BAD_USER_INPUT', message: 'Send roomId or characterId, not both.' })
      const id =
        roomId === undefined
          ? (await call.execute(ToolStartRoomDocument, { input: { characterId, ...message } })).startRoom.generation.id
          : (await call.execute(ToolSendMessageDocument, { input: { roomId, ...message } })).sendMessage.generation.id
      const reply = await answerOf(id, seconds, call).catch((error: unknown) => {
        throw error instanceof ToolRefusal ? afterSending(id, error.failure) : error
      })
      if (reply.error) throw afterSending(id, reply.error)
      return reply
    },
  }),
  tool({
    name: 'read_reply',
    title: 'Read a reply',
    description:
      'Reads a reply by its id, and waits for its end while it is being written. Cancelling the call does not stop the reply.',
    input: z.strictObject({ replyId: z.string().describe('The `replyId` of `send_message`.'), waitSeconds }),
    output,
    hints: { readOnlyHint: true, openWorldHint: false },
    run: async ({ replyId, waitSeconds: seconds }, call) => {
      const { status } = await readReply(replyId, call)
      if (!isFinal(status)) await followReply(replyId, seconds, call)
      return readReply(replyId, call)
    },
  }),
]

async function answerOf(id: string, seconds: number, call: ToolCall): Promise<z.output<typeof output>> {
  await followReply(id, seconds, call)
  if (call.cancelled.aborted) await call.stopReply(id)
  return readReply(id, call)
}

/** A model that reads only this must not send the message again. */
function afterSending(id: string, { code, message }: Pick<Failure, 'code' | 'message'>): ToolRefusal {
  const end = /[.!?]$/.test(message) ? '' : '.'
  return new ToolRefusal({ code, message: `${message}${end} The message was sent: read_reply has its reply, ${id}.` })
}

async function readReply(id: string, { execute }: ToolCall): Promise<z.output<typeof output>> {
  const { generation } = await execute(ToolReplyDocument, { id })
  if (!generation) throw new ToolRefusal({ code: 'NOT_FOUND', message: defaultMessages.NOT_FOUND })
  return replyOf(generation)
}

/** Resolves when the reply has ended, the time is over, or the call must end. */
async function followReply(id: string, seconds: number, { watch, ending, report }: ToolCall): Promise<void> {
  if (seconds === 0) return
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, seconds * 1_000)
  ending.addEventListener('abort', end, { once: true })
  if (ending.aborted) end()
  try {
    for await (const { generation } of watch(ToolReplyProgressDocument, { id }, over.signal)) {
      report(progressOf(generation))
      if (isFinal(generation.status)) return
    }
  } finally {
    clearTimeout(timer)
    ending.removeEventListener('abort', end)
  }
}

function progressOf({ status, position, offset, delta }: ToolReplyProgressSubscription['generation']): string {
  if (status === 'QUEUED')
    return position === null ? 'The reply waits for the model' : `The reply waits at position ${position} of the queue`
  return `The reply has ${(offset + delta.length).toLocaleString('en')} characters so far`
}
