import type { Token } from 'node-llama-cpp'
import { withoutCut, withoutOldest, type Prompt, type PromptMessage } from './prompt.js'
import { PromptTooLong } from './prompt-too-long.js'

interface FitOptions {
  readonly tokensOf: (prompt: Prompt) => readonly Token[]
  /** Tokens of prompt and reply together. */
  readonly contextSize: number
  /** Of the reply. */
  readonly maxTokens: number
  /** Those for which turns are left out; all of them when unset. */
  readonly reservedTokens?: number
  /** Of the texts that the prompt does not have, in UTF-16 code units; 0 when unset. */
  readonly otherLength?: number
}

export interface FittedPrompt {
  readonly tokens: readonly Token[]
  readonly turnsKept: number
  readonly turnsDropped: number
  /** The tokens that remain for the reply, at most the requested `maxTokens`. */
  readonly maxTokens: number
}

/** The minimum length of a reply, even without history. */
const shortestReply = 64
/** An upper bound for every tokenizer. A longer text is not tokenized, because that would block the process. */
const charactersPerToken = 16
/** An average, for a text that is not tokenized. */
const usualCharactersPerToken = 4

/**
 * Leaves out the oldest turns by the cuts of the prompt, then the examples and then further turns, until prompt and reply
 * fit. The opening and the last exchange always stay; a reply gives up no more than half of the context. Throws PromptTooLong when they
 * do not fit alone, or without turns that have to stay.
 */
export function fitPrompt(whole: Prompt, options: FitOptions): FittedPrompt {
  const fitted = fitTurns(whole, options)
  const { turns, examples = 0, leastTurns = 0 } = whole
  if (fitted.turnsKept >= Math.min(leastTurns, turns.length - examples)) return fitted
  const { contextSize: contextTokens } = options
  throw new PromptTooLong({ promptTokens: contextTokens, contextTokens, isEstimate: true })
}

function fitTurns(whole: Prompt, options: FitOptions): FittedPrompt {
  const { tokensOf, contextSize, maxTokens, reservedTokens = maxTokens, otherLength = 0 } = options
  const budget = contextSize - Math.min(reservedTokens, Math.floor(contextSize / 2))
  const replyAfter = (tokens: readonly Token[]) => Math.min(maxTokens, contextSize - tokens.length)
  const [shortest = 0, ...longer] = whole.cuts?.toReversed() ?? []
  for (const cut of longer.toReversed()) {
    const prompt = withoutCut(whole, cut)
    if (unreadable(prompt, contextSize, otherLength) > 0) continue
    const tokens = tokensOf(prompt)
    const { turns, examples = 0 } = prompt
    if (tokens.length > budget) continue
    return { tokens, turnsKept: turns.length - examples, turnsDropped: cut, maxTokens: replyAfter(tokens) }
  }
  const prompt = withoutCut(whole, shortest)
  const { turns, examples = 0 } = prompt
  const count = turns.length
  const longest = contextSize - Math.min(maxTokens, shortestReply)
  const tokensWithout = (dropped: number) => tokensOf(withoutOldest(prompt, dropped))
  const answer = (dropped: number, tokens: readonly Token[]): FittedPrompt => ({
    tokens,
    turnsKept: count - Math.max(dropped, examples),
    turnsDropped: shortest + Math.max(0, dropped - examples),
    maxTokens: replyAfter(tokens),
  })

  let low = unreadable(prompt, contextSize, otherLength)
  const all = tokensWithout(low)
  if (all.length <= budget) return answer(low, all)
  let high = count
  let best = low === count ? all : tokensWithout(count)
  if (best.length > longest)
    throw new PromptTooLong({ promptTokens: best.length, contextTokens: contextSize, isEstimate: false })
  // more turns are more tokens, so halving finds the fewest to drop
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    const tokens = tokensWithout(middle)
    if (tokens.length > budget) low = middle
    else [high, best] = [middle, tokens]
  }
  return answer(high, best)
}

/** The number of oldest turns whose texts, with the others, are longer than any that fits the context. */
function unreadable(
  { opening, turns, last, inserted = [] }: Prompt,
  contextTokens: number,
  otherLength: number,
): number {
  const fixed = lengthOf(opening) + lengthOf(last) + lengthOf(inserted.map(({ message }) => message)) + otherLength
  let left = contextTokens * charactersPerToken - fixed
  const promptTokens = Math.ceil(fixed / usualCharactersPerToken)
  if (left < 0) throw new PromptTooLong({ promptTokens, contextTokens, isEstimate: true })
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    left -= lengthOf(turns[index] ?? [])
    if (left < 0) return index + 1
  }
  return 0
}

function lengthOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.calls ?? []) : []
    return calls.reduce((all, call) => all + call.name.length + call.arguments.length, sum + message.text.length)
  }, 0)
}
