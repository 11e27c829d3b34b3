import { AppError, badInput } from '@parley/runtime'
import type { ToolRound } from '../tool-calls/completion-options.js'
import type { Turn } from '../ports/reply-generator/reply-generator.js'
import type { Message } from './completion.js'

interface Conversation {
  /** The text of all system messages; undefined without one. */
  readonly instructions: string | undefined
  readonly history: readonly Turn[]
  readonly message: string
  /** The calls of tools after the message. */
  readonly rounds: readonly ToolRound[]
  /** The text of an assistant message at the end, which the reply continues. */
  readonly beginning: string | undefined
}

const noMessage =
  'The conversation needs a message of the user with a text, which only messages of the assistant and of tools may follow'

/** A message of the user and what the assistant has done since. */
interface Exchange {
  readonly user: string
  readonly rounds: ToolRound[]
  readonly reply: string | undefined
}

/**
 * Converts messages in any order into the turns of a model. Adjacent messages of one role are joined; an assistant
 * message at the start has no question. Throws BAD_USER_INPUT unless a message of the user with a text is the last one
 * or is followed only by what the assistant has done since, and for a call without a result or a result without a call.
 */
export function foldMessages(messages: readonly Message[]): Conversation {
  const system = messages.filter(({ role }) => role === 'SYSTEM').map(({ text }) => text)
  const exchanges = exchangesOf(messages.filter(({ role }) => role !== 'SYSTEM'))
  const last = exchanges.pop()
  if (!last || last.user === '') throw fault(noMessage)
  return {
    instructions: system.length === 0 ? undefined : system.join('\n\n'),
    history: exchanges.map(({ user, rounds, reply = '' }) => ({
      inputData: user,
      outputData: reply,
      ...(rounds.length === 0 ? {} : { rounds }),
    })),
    message: last.user,
    rounds: last.rounds,
    beginning: last.reply === '' ? undefined : last.reply,
  }
}

function exchangesOf(messages: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (let index = 0; index < messages.length;) {
    const from = index
    while (messages[index]?.role === 'USER') index += 1
    const user = textOf(messages.slice(from, index))
    const rounds: ToolRound[] = []
    let said: Message[] = []
    for (let next = messages[index]; next && next.role !== 'USER'; next = messages[index]) {
      if (next.role === 'TOOL') throw fault('A tool message must follow the assistant message that has its call')
      index += 1
      said.push(next)
      const calls = next.toolCalls ?? []
      if (calls.length === 0) continue
      const results = resultsAt(messages, index)
      index += results.size
      rounds.push({ text: textOf(said), calls: calls.map((call) => ({ ...call, result: resultOf(results, call) })) })
      if (results.size !== new Set(calls.map(({ id }) => id)).size)
        throw fault('A tool message answers a call that its assistant message does not have')
      said = []
    }
    exchanges.push({ user, rounds, reply: said.length === 0 ? undefined : textOf(said) })
  }
  return exchanges
}

/** The texts of the tool messages from here on, by the id of their call. */
function resultsAt(messages: readonly Message[], from: number): Map<string, string> {
  const results = new Map<string, string>()
  for (let index = from; messages[index]?.role === 'TOOL'; index += 1) {
    const { toolCallId, text = '' } = messages[index] ?? {}
    if (typeof toolCallId !== 'string' || results.has(toolCallId))
      throw fault('Each tool message must answer one call, which no other answers')
    results.set(toolCallId, text)
  }
  return results
}

function resultOf(results: ReadonlyMap<string, string>, { id }: { readonly id: string }): string {
  const result = results.get(id)
  if (result === undefined) throw fault('Each tool call must be answered by a tool message that follows it')
  return result
}

const textOf = (messages: readonly Message[]) =>
  messages
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n')

function fault(message: string): AppError {
  return badInput('messages', message)
}
