import { expressibleMessages, type Prompt, type PromptMessage } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { buildPrompt, type PromptMoment } from './build-prompt.js'
import { passagesAsReferences } from './files.js'
import { exchangesOf } from './exchanges.js'
import { withLoreInSystem } from './lore.js'
import { withNewestTurns } from './newest-turns.js'

/** What it was trained on: one system text, then user and assistant in turn. */
const abilities = { system: 'nowhere', hasAssistantFirst: false, hasNoUser: false } as const

/**
 * The prompt of the bundled demonstration model, which follows no other than it was trained on: also the messages of a
 * completion become one system text, in place of that of the service, and `most` turns, with the date in the last one
 * where the caller has no system text. Passages of files stand where it expects what a search has found.
 */
export function demonstrationPrompt(sent: ReplyJob, sentAt: PromptMoment, most: number): Prompt {
  const { job, moment } = passagesAsReferences(sent, sentAt)
  const { completion, ...room } = withLoreInSystem({ ...job, greetingPlace: 'system' } as const)
  const history = room.history.map(({ speaker: _speaker, ...turn }) => turn)
  if (!completion?.messages) return buildPrompt(withNewestTurns({ ...room, history }, most), moment)
  const system = completion.messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  const spoken = completion.messages.filter(({ role }) => role !== 'system').map(withoutName)
  const { exchanges } = exchangesOf(expressibleMessages(spoken, abilities))
  const [message, ...done] = exchanges.at(-1) ?? []
  const instructions = system.length === 0 ? undefined : system.join('\n\n')
  const prompt = buildPrompt({ ...room, message: message?.text ?? '', instructions }, moment)
  const isUnsaid = done.at(-1)?.text === '' && done.at(-1)?.role === 'assistant'
  return {
    ...prompt,
    turns: [...prompt.turns, ...exchanges.slice(0, -1).slice(-most)],
    last: [...prompt.last, ...(isUnsaid ? done.slice(0, -1) : done)],
  }
}

function withoutName(message: PromptMessage): PromptMessage {
  return message.role === 'tool' ? message : { ...message, name: undefined }
}
