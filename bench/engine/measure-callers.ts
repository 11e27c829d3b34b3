import { randomUUID } from 'node:crypto'
import { answerOf, officeJob } from '../worker.js'
import { median } from '../statistics.js'

export interface FirstMessage {
  readonly isPublic: boolean
  /** Of all rounds: milliseconds to the first token, and tokens of the prompt that were read. */
  readonly firstTokenMs: number
  readonly readTokens: number
}

/** A sheet of some 2,000 characters. */
const sheet = {
  name: 'Mira',
  greeting: 'What do the people say?',
  context: 'She says what the people say about the work in the room, and writes the other words. '.repeat(24),
}

/** The first message of one account after another to the same character, on a worker with one context. */
export async function measureCallers(url: string, rounds: number): Promise<readonly FirstMessage[]> {
  const measured: FirstMessage[] = []
  for (const isPublic of [true, false]) {
    const answers = []
    for (let round = -1; round < rounds; round += 1) {
      const job = { ...officeJob(`${round}: hello`), kind: 'character', caller: randomUUID() } as const
      const answer = await answerOf(url, { ...job, character: { ...sheet, isPublic }, sampling: { maxTokens: 1 } })
      if (round >= 0) answers.push(answer)
    }
    const firstTokenMs = median(answers.map((answer) => answer.firstTokenMs))
    measured.push({ isPublic, firstTokenMs, readTokens: median(answers.map((answer) => answer.readTokens)) })
  }
  return measured
}
