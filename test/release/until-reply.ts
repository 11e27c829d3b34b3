import { until } from '@parley/testing'
import type { Person } from '../support/app/person.js'
import { replyOf, type SeenReply } from './requests.js'

/** Requests replies until one meets the condition. */
export async function untilReply(
  person: Person,
  id: string,
  isWanted: (reply: SeenReply) => boolean,
): Promise<SeenReply> {
  return until('the reply meets the condition', () => replyOf(person, id), isWanted)
}

export async function untilCompleted(person: Person, id: string): Promise<void> {
  const { status } = await untilReply(person, id, ({ status }) => status !== 'QUEUED' && status !== 'RUNNING')
  if (status !== 'COMPLETED') throw new Error(`reply ${id} ended ${status}`)
}
