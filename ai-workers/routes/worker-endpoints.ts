import { z } from 'zod'
import { jobPriorities, queueReasons } from '@parley/queue'
import type { Endpoint, Refusals } from '../../src/http/openapi/endpoint.js'
import type { Service } from '../../src/http/openapi/service.js'
import type { Kind } from '../../src/kinds.js'
import type { WaitingReport, WorkerReport } from '../worker-report.js'
import { replyBodies } from './reply-request.js'
import { modelStates } from '../../src/ports/reply-generator/reply-generator.js'

const tags = {
  replies: 'Replies to messages.',
  performance: 'Statistics since the start of the service.',
} as const

type Tag = keyof typeof tags

const common = { names: {}, token: 'none' } as const

const count = z.int().min(0)
const amount = z.number().min(0)
const waiting = z.object({
  position: count.min(1).describe('The position in the queue: 1 starts next.'),
  reason: z.enum(queueReasons).describe('Why the generation waits.'),
  estimated_start: z.iso.datetime().nullable().describe('Null until one reply has ended.'),
  priority: z.enum(jobPriorities),
} satisfies Record<keyof WaitingReport, z.ZodType>)
const report = z.object({
  total_requests: count.describe('The number of accepted requests.'),
  avg_response_time: amount.describe(
    'Seconds from the acceptance of a request to the end of its reply, waiting included.',
  ),
  success_rate: amount.max(100).describe('The completed requests in percent of those that were not cancelled.'),
  active_connections: count.describe('The number of running and waiting requests.'),
  max_concurrent: count,
  running: count,
  waiting: count,
  paused: z.boolean().describe('Whether an operator has paused the queue: no further request starts.'),
  queue: z
    .array(waiting)
    .describe('The waiting requests in the order in which they will start, without their callers.'),
  model_state: z
    .enum(modelStates)
    .describe('Whether the local model can reply; all but the first two are of an inference server.'),
  model: z.string().nullable().describe('The name of the local model; null until it is loaded.'),
  context_tokens: count.nullable().describe('Its context, in tokens of prompt and reply; null while unknown.'),
  thoughts: z.boolean().nullable().describe('Whether it shows thoughts before its replies; null while unknown.'),
} satisfies Record<keyof WorkerReport, z.ZodType>)

const refuses = {
  promptTooLong: 'The message does not fit the context of the model.',
  modelTimeout: 'There was no complete reply in time, including the time in the queue.',
  unavailable: 'The model is loading, the queue is full, or the service is stopping.',
  // this service has no database: a failure of the chat-log service counts as an empty history
  databaseError: false,
} as const satisfies Refusals

/** The OpenAPI document of the office or the character service; `models` are the model names that a path may have. */
export function workerService(kind: Kind, { version, models }: { version: string; models: readonly string[] }) {
  const reply = {
    ...common,
    method: 'post',
    answers: z.string().describe('The reply.'),
  } as const
  const about = (id: string, summary: string, details: string) => ({
    id,
    tag: 'replies' satisfies Tag,
    summary,
    details,
  })
  const endpoints: Endpoint[] = [
    {
      ...reply,
      about: about(
        'replyLocally',
        'Answer a message with the local model',
        'If the model fails, the answer is a sentence that asks to try again, with status 200.',
      ),
      paths: ['/Local'],
      request: z.object({ body: replyBodies[kind] }),
      refuses,
    },
    {
      ...reply,
      about: about(
        'replyByAlias',
        'Answer a message with a hosted model',
        'If the hosted model fails, the answer is a text that begins with `Hosted API error: `, with status 200.',
      ),
      paths: ['/:model'],
      request: z.object({
        path: z.object({ model: z.enum(models.filter((word) => word !== 'Local')) }),
        body: replyBodies[kind],
      }),
      refuses: {
        ...refuses,
        invalidModel: 'The last part of the path is none of these model names, and the body is valid.',
      },
    },
    {
      ...common,
      about: { id: 'readPerformance', tag: 'performance' satisfies Tag, summary: 'Read the performance statistics' },
      method: 'get',
      paths: ['/performance'],
      request: z.object({}),
      answers: report,
      refuses: { databaseError: false },
    },
  ]
  return {
    title: `Parley: ${kind} service`,
    description: `${sentences[kind]} An internal service; the AI gateway serves it under \`/${kind}\`.`,
    version,
    tags,
    isInternal: true,
    base: '.',
    endpoints,
  } as const satisfies Service
}

const sentences: Readonly<Record<Kind, string>> = {
  office: 'Replies of an assistant, with web search if requested.',
  character: 'Replies of a character in a role play.',
}
