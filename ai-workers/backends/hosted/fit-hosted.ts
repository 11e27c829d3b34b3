import { PromptTooLong } from '@parley/engine'
import { limits } from '../../../src/limits.js'
import { imagesIn } from '../../../src/ports/reply-generator/reply-generator.js'
import type { ToolCall } from '../../../src/tool-calls/completion-options.js'
import { spokenMessages } from '../../prompts/continued-messages.js'
import { turnCount, withoutTurns } from '../../prompts/exchanges.js'
import { withoutGreeting } from '../../prompts/greeting.js'
import { extraCount, withExtras, withoutExtras } from '../../prompts/lore.js'
import { withNewestTurns } from '../../prompts/newest-turns.js'
import { hasPersonaText } from '../../prompts/persona.js'
import type { BackendJob } from '../backend.js'

/** An estimate: the tokenizer of the provider is unknown. */
const bytesPerToken = 4
/** The minimum length of a reply, even without history. */
const shortestReply = 64

interface FitHostedOptions {
  /** The most tokens of the reply. */
  readonly maxTokens: number
  /** The tokens of the reply for which turns are left out. */
  readonly reservedTokens: number
  /** The newest turns of the history that can be sent, without their dates; all when unset. */
  readonly mostTurns?: number | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** A job with the part that is sent. */
export interface FittedJob {
  readonly job: BackendJob
  /** The most tokens of the reply, in what the prompt leaves of the context. */
  readonly maxTokens: number
}

/**
 * Leaves out the oldest turns by the cuts of the job, then the examples of a character and then further turns, until
 * prompt and reply are within the job's `contextTokens`, by estimate; the provider enforces its own limit. Throws
 * PromptTooLong when the message does not fit alone.
 */
export function fitHosted(job: BackendJob, options: FitHostedOptions): FittedJob {
  const { maxTokens, reservedTokens, mostTurns, now } = options
  const newest = mostTurns === undefined ? job : withNewestTurns(job, mostTurns)
  const { contextTokens } = job
  if (contextTokens === undefined) return { job: newest, maxTokens }
  const budget = contextTokens - Math.min(reservedTokens, Math.floor(contextTokens / 2))
  const tries = shorterJobs(newest)
  const shortest = tries.length - 1
  // each is shorter than the one before, so halving finds the first that fits
  let [low, high] = [-1, shortest]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (tokensIn(tries[middle]?.() ?? newest, now) > budget) low = middle
    else high = middle
  }
  const fitting = tries[high]?.() ?? newest
  const promptTokens = tokensIn(fitting, now)
  const left = contextTokens - promptTokens
  if (left >= Math.min(maxTokens, shortestReply)) return { job: fitting, maxTokens: Math.min(maxTokens, left) }
  // a search is optional, and so is a greeting: the message alone may fit
  if (job.references) return fitHosted({ ...job, references: '' }, options)
  const shorter = withoutGreeting(fitting)
  if (shorter) return fitHosted(shorter, options)
  throw new PromptTooLong({ promptTokens, contextTokens, isEstimate: true })
}

/** The job, and without ever more of its beginning. */
function shorterJobs(job: BackendJob): (() => BackendJob)[] {
  const cuts = job.historyCuts ?? [0]
  const recent = withoutTurns(job, cuts.at(-1) ?? 0)
  const { character } = recent
  const examples = character?.examples ?? []
  const exampled = (first: number): BackendJob =>
    character ? { ...recent, character: { ...character, examples: examples.slice(first) } } : recent
  const count = turnCount(recent)
  const turns = Array.from({ length: count + 1 }, (_, dropped) => dropped)
  const extras = extraCount(job)
  const hasPersona = hasPersonaText(job)
  // the newest exchanges stay longer than passages, lore and the text of a persona
  const beforeExtras = extras === 0 && !hasPersona ? turns.length : Math.max(1, count - limits.exchangesBeforeLore + 1)
  const shortened = (dropped: number, left: number) =>
    withExtras(withoutTurns(exampled(examples.length), dropped), left)
  const plain = (dropped: number) => withoutExtras(withoutTurns(exampled(examples.length), dropped))
  return [
    ...cuts.map((cut) => () => withoutTurns(job, cut)),
    ...examples.map((_, dropped) => () => exampled(dropped)),
    ...turns.slice(0, beforeExtras).map((dropped) => () => shortened(dropped, extras)),
    ...Array.from({ length: extras }, (_, left) => () => shortened(beforeExtras - 1, extras - 1 - left)),
    ...(hasPersona ? [() => plain(beforeExtras - 1)] : []),
    ...turns.slice(beforeExtras).map((dropped) => () => plain(dropped)),
  ]
}

function tokensIn(job: BackendJob, now: number): number {
  const messages = spokenMessages(job, now)
  const imageTokens = imagesIn(job) * limits.imageTokens
  const texts = messages.flatMap((message) => [
    message.text + (message.fields ?? ''),
    ...(message.role === 'assistant' ? (message.calls ?? []).map(textOfCall) : []),
  ])
  const tools = (job.completion?.tools ?? []).map((tool) => tool.name + (tool.description ?? '') + tool.parameters)
  return [...texts, ...tools].reduce(
    (sum, text) => sum + Math.ceil(Buffer.byteLength(text) / bytesPerToken),
    imageTokens,
  )
}

const textOfCall = (call: ToolCall) => call.name + call.arguments + (call.fields ?? '')
