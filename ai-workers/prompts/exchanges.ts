import type { PromptMessage } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

interface Exchanges {
  /** The system messages at the beginning. */
  readonly opening: readonly PromptMessage[]
  /** Each begins with a message of the user after one of the assistant. */
  readonly exchanges: readonly (readonly PromptMessage[])[]
}

export function exchangesOf(messages: readonly PromptMessage[]): Exchanges {
  const first = messages.findIndex(({ role }) => role !== 'system')
  const opening = first < 0 ? messages : messages.slice(0, first)
  const exchanges: PromptMessage[][] = []
  let isAnswered = true
  for (const message of messages.slice(opening.length)) {
    const exchange = exchanges.at(-1)
    if (exchange && !(isAnswered && message.role === 'user')) exchange.push(message)
    else exchanges.push([message])
    if (message.role !== 'system') isAnswered = message.role !== 'user'
  }
  return { opening, exchanges }
}

/** How many earlier exchanges a job has, which can be left out. */
export function turnCount({ history, completion }: ReplyJob): number {
  const { messages } = completion ?? {}
  return messages ? Math.max(0, exchangesOf(messages).exchanges.length - 1) : history.length
}

/** The job without its oldest exchanges; system messages stay. */
export function withoutTurns<Job extends ReplyJob>(job: Job, dropped: number): Job {
  const { history, hasEarlierTurns, completion } = job
  if (!completion?.messages)
    return { ...job, history: history.slice(dropped), hasEarlierTurns: hasEarlierTurns === true || dropped > 0 }
  const { opening, exchanges } = exchangesOf(completion.messages)
  const kept = exchanges.flatMap((exchange, index) =>
    index < dropped ? exchange.filter(({ role }) => role === 'system') : exchange,
  )
  return { ...job, completion: { ...completion, messages: [...opening, ...kept] } }
}
