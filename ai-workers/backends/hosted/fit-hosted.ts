import { PromptTooLong, type ReplySampling } from '@parley/engine'
import { limits } from '../../../src/limits.js'
import { spokenMessages } from '../../prompts/continued-messages.js'
import { withNewestTurns } from '../../prompts/newest-turns.js'
import type { BackendJob } from '../backend.js'

/** An estimate: the tokenizer of the provider is unknown. */
const bytesPerToken = 4
/** The minimum length of a reply, even without history. */
const shortestReply = 64

interface FitHostedOptions {
  readonly sampling: ReplySampling
  /** The tokens of the reply for which turns are left out; all of them when unset. */
  readonly reservedTokens?: number
  /** The newest turns of the history that can be sent, without their dates; all when unset. */
  readonly mostTurns?: number | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** A job with the part that is sent. */
export interface FittedJob {
  readonly job: BackendJob
  readonly sampling: ReplySampling
}

/**
 * Leaves out the oldest turns by the cuts of the job, then the examples of a character and then further turns, until
 * prompt and reply are within the job's `contextTokens`, by estimate; the provider enforces its own limit. Throws
 * PromptTooLong when the message does not fit alone.
 */
export function fitHosted(job: BackendJob, options: FitHostedOptions): FittedJob {
  const { sampling, reservedTokens = sampling.maxTokens, mostTurns, now } = options
  const newest = mostTurns === undefined ? job : withNewestTurns(job, mostTurns)
  const { contextTokens } = job
  if (contextTokens === undefined) return { job: newest, sampling }
  const windows = (newest.historyCuts ?? [0]).map((cut) => ({ ...newest, history: newest.history.slice(cut) }))
  const recent = windows.at(-1) ?? newest
  const { maxTokens } = sampling
  const budget = contextTokens - Math.min(reservedTokens, Math.floor(contextTokens / 2))
  const { character, history } = recent
  const examples = character?.examples ?? []
  const exampled = (first: number): BackendJob =>
    character ? { ...recent, character: { ...character, examples: examples.slice(first) } } : recent
  const bare = exampled(examples.length)
  const alone = { ...bare, history: [] }
  const tries = [
    ...windows,
    ...examples.map((_, dropped) => exampled(dropped)),
    ...history.map((_, dropped) => ({ ...bare, history: history.slice(dropped) })),
  ]
  const fitting = tries.find((each) => tokensIn(each, now) <= budget) ?? alone
  const left = contextTokens - tokensIn(fitting, now)
  if (left >= Math.min(maxTokens, shortestReply))
    return { job: fitting, sampling: { ...sampling, maxTokens: Math.min(maxTokens, left) } }
  // a search is optional: the message alone may fit
  if (job.references) return fitHosted({ ...job, references: '' }, options)
  throw new PromptTooLong()
}

function tokensIn(job: BackendJob, now: number): number {
  const messages = spokenMessages(job, now)
  const imageTokens = job.image ? limits.imageTokens : 0
  const texts = messages.flatMap((message) => [
    message.text,
    ...(message.role === 'assistant' ? (message.calls ?? []).map((call) => call.name + call.arguments) : []),
  ])
  const tools = (job.completion?.tools ?? []).map((tool) => tool.name + (tool.description ?? '') + tool.parameters)
  return [...texts, ...tools].reduce(
    (sum, text) => sum + Math.ceil(Buffer.byteLength(text) / bytesPerToken),
    imageTokens,
  )
}
