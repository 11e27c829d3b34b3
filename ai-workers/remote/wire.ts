import { z } from 'zod'
import { sourceKinds } from '@parley/chat-log-store'
import { jobPriorities, queueReasons } from '@parley/queue'
import { AppError, inputFault, parsedJson, steadyTime } from '@parley/runtime'
import { limits, patterns } from '../../src/limits.js'
import { kinds } from '../../src/kinds.js'
import { completionOptions } from '../../src/tool-calls/completion-options.js'
import {
  replyFailures,
  jobLorePositions,
  jobLoreRoles,
  replyFinishes,
  type ReplyJob,
  type ReplyProgress,
  webSearchStates,
} from '../../src/ports/reply-generator/reply-generator.js'

// The private protocol between the main process and a worker: POST /internal/generations accepts a job as JSON and answers
// lines of JSON, one ReplyLine each.

export const generationsPath = '/internal/generations'
export const lineType = 'application/x-ndjson'

/** A busy worker sends heartbeats; silence means that it is lost. */
export const heartbeatMs = 4_000

/**
 * The sender of a job sends an empty line behind its request, as often as this, while it waits: HTTP/1.1 lets a server
 * ignore them (RFC 9112, 2.2), as workers of earlier releases do. So a sender that vanished is silent.
 */
export const signOfLife = '\r\n'
export const signOfLifeMs = 3_000
/** After this silence a sender that has sent an empty line before counts as lost. */
export const lostSenderMs = 12_000

const text = z.string()

const number = z.number()
const turn = z.object({
  inputData: text,
  outputData: text,
  askedAt: number.optional(),
  speaker: text.optional(),
})
const samplingSchema = z.object({
  maxTokens: number,
  temperature: number,
  topP: number,
  minP: number,
  topK: number,
  repeatPenalty: number,
  frequencyPenalty: number,
  presencePenalty: number,
})

export const jobSchema = z.object({
  id: text,
  kind: z.enum(kinds),
  model: text,
  message: text,
  messageLimit: number.optional(),
  image: z.object({ contentType: text, base64: text }).optional(),
  askedAt: number.optional(),
  timeZone: text.optional(),
  history: z.array(turn).max(limits.completionMessages),
  hasEarlierTurns: z.boolean().optional(),
  historyCuts: z.array(z.int().min(0)).max(limits.completionMessages).optional(),
  character: z
    .object({
      name: text,
      greeting: text,
      context: text,
      system: z.array(text).max(2).optional(),
      notes: z
        .array(z.object({ text, depth: z.int().min(0), role: z.enum(jobLoreRoles) }))
        .max(2)
        .optional(),
      examples: z.array(turn).max(limits.exampleTurns).optional(),
      isPublic: z.boolean().optional(),
    })
    .optional(),
  searchAccess: z.boolean(),
  deadline: number,
  acceptedAt: number.optional(),
  caller: text.optional(),
  reusableBy: text.nullable().optional(),
  priority: z.enum(jobPriorities).optional(),
  contextTokens: number.optional(),
  atOnce: number.optional(),
  hasFallback: z.boolean().optional(),
  instructions: text.optional(),
  roomInstructions: text.optional(),
  lore: z
    .array(
      z.object({
        text,
        position: z.enum(jobLorePositions),
        depth: z.int().min(0),
        role: z.enum(jobLoreRoles),
        rank: z.int().min(0),
      }),
    )
    .max(limits.loreTokens)
    .optional(),
  files: z.array(z.object({ name: text, note: text.optional() })).optional(),
  moreFiles: z.int().min(0).optional(),
  passages: z
    .array(z.object({ number: z.int().min(1), title: text, place: text.nullable(), text, rank: z.int().min(0) }))
    .optional(),
  hasWholeFiles: z.boolean().optional(),
  persona: z.object({ name: text, description: text }).optional(),
  readsThoughts: z.boolean().optional(),
  readsSearch: z.boolean().optional(),
  sampling: samplingSchema.exactPartial().optional(),
  replyTokens: number.optional(),
  beginning: text.optional(),
  stops: z.array(text).max(limits.stops).optional(),
  completion: completionOptions.optional(),
  traceparent: text.optional(),
})

/** `sentAt` is a time like `deadline`, `clock` that of the sender's machine. Jobs of earlier releases have neither. */
export const sentJobSchema = jobSchema.extend({ sentAt: number.optional(), clock: number.optional() })

const offset = z.number().int().min(0)
const receiptSchema = z.object({
  model: text,
  sampling: samplingSchema,
  promptTokens: offset,
  reusedTokens: offset,
  sharedTokens: offset.optional(),
  readTokens: offset,
  replyTokens: offset,
  thoughtTokens: offset.optional(),
  turnsKept: offset,
  turnsDropped: offset,
  loreKept: offset.optional(),
  passagesKept: offset.optional(),
  personaKept: z.boolean().optional(),
  finish: z.enum(replyFinishes),
})
const sourceText = text.max(limits.sourceTextLength)
const sourceSchema = z.object({
  kind: z.enum(sourceKinds),
  number: z.int().min(1),
  title: sourceText,
  link: sourceText.regex(patterns.webAddress).nullable(),
  file: sourceText.nullable(),
  place: sourceText.nullable(),
  passage: sourceText.nullable(),
})
const progressSchemas = [
  z.object({
    kind: z.literal('queued'),
    position: offset,
    reason: z.enum(queueReasons),
    startsInMs: number.nullable(),
  }),
  z.object({ kind: z.literal('started') }),
  z.object({
    kind: z.literal('search'),
    state: z.enum(webSearchStates),
    query: text,
    sources: z.array(sourceSchema).max(limits.sources),
  }),
  z.object({ kind: z.literal('fields'), attempt: offset, offset, delta: text }),
  z.object({ kind: z.literal('thought'), attempt: offset, offset, delta: text }),
  z.object({ kind: z.literal('delta'), attempt: offset, offset, delta: text }),
  z.object({
    kind: z.literal('tool_call'),
    attempt: offset,
    index: offset,
    head: z.object({ id: text, name: text }).optional(),
    fields: text.optional(),
    offset,
    delta: text,
  }),
  z.object({
    kind: z.literal('end'),
    outcome: z.literal('completed'),
    finish: z.enum(replyFinishes).optional(),
    receipt: receiptSchema.optional(),
  }),
  z.object({
    kind: z.literal('end'),
    outcome: z.literal('failed'),
    reason: z.enum(replyFailures),
    message: text.optional(),
    isEmpty: z.boolean().optional(),
    receipt: receiptSchema.optional(),
  }),
] as const
const lineSchema = z.union([
  ...progressSchemas,
  z.object({ kind: z.literal('heartbeat') }),
  z.object({
    kind: z.literal('refused'),
    code: z.enum(['BAD_USER_INPUT', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR']),
    message: text,
    /** The faulty part of a completion, in the notation of its REST body. */
    field: text.optional(),
    retryAfterMs: z.number().optional(),
  }),
])

export type ReplyLine = z.infer<typeof lineSchema>
type Refusal = Extract<ReplyLine, { kind: 'refused' }>

/** With the time of sending, so that the times of the job are durations to the worker, whatever either clock says. */
export function encodeJob(job: ReplyJob): string {
  return JSON.stringify({ ...job, sentAt: steadyTime(), clock: Date.now() })
}

/** A job whose times are those of this process. Without `sentAt` its sender is of an earlier release. */
export function receivedJob({ sentAt, clock: _, ...job }: z.output<typeof sentJobSchema>): ReplyJob {
  return sentAt === undefined ? job : withTimes(job, steadyTime() - sentAt)
}

/** The job with its times moved by `byMs`, to another clock. */
export function withTimes<Job extends Pick<ReplyJob, 'deadline' | 'acceptedAt'>>(job: Job, byMs: number): Job {
  const { acceptedAt } = job
  const moved = { ...job, deadline: job.deadline + byMs }
  return acceptedAt === undefined ? moved : { ...moved, acceptedAt: acceptedAt + byMs }
}

export function encodeLine(line: ReplyLine | ReplyProgress): string {
  return `${JSON.stringify(line)}\n`
}

/** Throws for anything but a line of the protocol: the other side is not a worker of this release. */
export function decodeLine(line: string): ReplyLine {
  // the message of a JSON fault would quote the line in the log
  return lineSchema.parse(parsedJson(line))
}

/** An error of the worker as a line. Unexpected errors stay in the worker's log. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError) || (error.code !== 'BAD_USER_INPUT' && error.code !== 'UNAVAILABLE')) {
    return { kind: 'refused', code: 'INTERNAL_SERVER_ERROR', message: 'The worker failed' }
  }
  const { code, message, retryAfterMs, fields } = error
  const field = fields[0]?.path.slice(1).join('.')
  return { kind: 'refused', code, message, ...(field === undefined ? {} : { field }), ...hintOf(retryAfterMs) }
}

export function errorOf({ code, message, field, retryAfterMs }: Refusal): Error {
  if (code === 'INTERNAL_SERVER_ERROR') return new Error(message)
  const fields = field === undefined ? {} : { fields: [inputFault(field, message)] }
  const part = code === 'UNAVAILABLE' ? ({ part: 'model' } as const) : {}
  return new AppError(code, { message, ...part, ...fields, ...hintOf(retryAfterMs) })
}

const hintOf = (retryAfterMs: number | undefined) => (retryAfterMs === undefined ? {} : { retryAfterMs })
