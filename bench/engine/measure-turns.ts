import type { Kind } from '../../src/kinds.js'
import { answerOf, officeJob } from '../worker.js'
import { Room } from './room.js'

export interface TurnResult {
  readonly turn: number
  /** Milliseconds to the first token: in the conversation, and of a cold evaluation of the prompt of ten entries. */
  readonly warmMs: number
  readonly coldMs: number
  /** Tokens of the prompt that were read, in both. */
  readonly readTokens: number
  readonly coldTokens: number
}

export interface ConversationResult {
  readonly kind: Kind
  readonly turns: readonly TurnResult[]
}

interface TurnsOptions {
  readonly kind: Kind
  /** The address of a worker with kept contexts, and of one without. */
  readonly kept: string
  readonly bare: string
  readonly rooms: number
  readonly turns: number
}

/** Rooms that send messages in turn; each prompt of the first one, cut to ten entries, also on a worker that has just read another. */
export async function measureTurns({ kind, kept, bare, rooms, turns }: TurnsOptions): Promise<ConversationResult> {
  const [first, ...others] = Array.from({ length: rooms }, (_, room) => new Room(`caller ${room}`, kind))
  if (!first) throw new Error('at least one room')
  const results: TurnResult[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const other of others) await other.ask(kept)
    const ofTen = { ...first.jobOfTen(), sampling: { maxTokens: 1 } }
    const warm = await first.ask(kept)
    // another system text shares no beginning with the next prompt
    await answerOf(bare, { ...officeJob('x'), kind, instructions: 'Something else.', sampling: { maxTokens: 1 } })
    const cold = await answerOf(bare, ofTen)
    const { firstTokenMs: warmMs, readTokens } = warm
    results.push({ turn, warmMs, coldMs: cold.firstTokenMs, readTokens, coldTokens: cold.readTokens })
  }
  return { kind, turns: results }
}
