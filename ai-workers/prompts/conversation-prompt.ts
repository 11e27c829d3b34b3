import type { Prompt, PromptMessage } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { characterSystem } from './character.js'
import { exampleTurns } from './example-turns.js'
import { exchangesOf } from './exchanges.js'

/**
 * The prompt of a completion: its messages as they were sent, with nothing added but the sheet and the examples of a
 * character (ADR 0131).
 */
export function conversationPrompt(job: ReplyJob, messages: readonly PromptMessage[]): Prompt {
  const { kind, character } = job
  const isCharacter = kind === 'character' && character !== undefined
  const { opening, exchanges } = exchangesOf(messages)
  const examples = exampleTurns(job)
  return {
    opening: isCharacter ? withSheet(opening, characterSystem(character)) : opening,
    turns: [...examples, ...exchanges.slice(0, -1)],
    examples: examples.length,
    last: exchanges.at(-1) ?? [],
    inAnyOrder: true,
  }
}

/** In the first system message: some templates have one only. */
function withSheet([first, ...others]: readonly PromptMessage[], sheet: string): PromptMessage[] {
  if (!first) return [{ role: 'system', text: sheet }]
  return [{ ...first, role: 'system', text: `${sheet}\n\n${first.text}`, parts: undefined }, ...others]
}
