import type { Entry, Generation, RoomState } from '@parley/client'
import type { PendingMessage } from '../composer/outbox.js'

/** A row of the log. */
export type LogRow =
  | { readonly kind: 'older'; readonly key: string }
  | { readonly kind: 'greeting'; readonly key: string; readonly text: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Entry; readonly again: Generation | undefined }
  /** A reply without an entry: it runs, it has failed, or it was stopped before its first word. */
  | { readonly kind: 'generation'; readonly key: string; readonly generation: Generation }
  | { readonly kind: 'pending'; readonly key: string; readonly message: PendingMessage }

/** The rows of a room, the oldest first. */
export function rowsOf(state: RoomState, pending: PendingMessage | undefined): readonly LogRow[] {
  const { entries, generations, hasOlderEntries, reply, room } = state
  const greeting = room?.__typename === 'ChatRoom' ? room.character?.greeting : undefined
  const rows: LogRow[] = []
  if (hasOlderEntries) rows.push({ kind: 'older', key: 'older' })
  else if (greeting) rows.push({ kind: 'greeting', key: 'greeting', text: greeting })
  const last = reply ?? generations[0]
  const unanswered = generations
    .map((generation) => (generation.id === reply?.id ? reply : generation))
    .filter(
      (generation) =>
        hasNoEntry(generation) && !hasAnswered(generation, state) && !isSentAgain(generation, state, pending),
    )
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const rest = hasOlderEntries
    ? unanswered.filter(({ createdAt }) => createdAt > (entries[0]?.createdAt ?? ''))
    : unanswered
  for (const entry of entries) {
    for (let next = rest[0]; next && next.createdAt < entry.createdAt; next = rest[0]) {
      rows.push(rowOf(next))
      rest.shift()
    }
    // its failure is shown until the entry changes
    const again = last?.regeneratesIndex === entry.index && !wasStored(last) ? last : undefined
    rows.push({ kind: 'entry', key: `entry-${entry.index}`, entry, again })
  }
  rows.push(...rest.map(rowOf))
  if (pending) rows.push({ kind: 'pending', key: 'pending', message: pending })
  return rows
}

const rowOf = (generation: Generation): LogRow => ({ kind: 'generation', key: `reply-${generation.id}`, generation })

const isRunning = ({ status }: Generation) => status === 'QUEUED' || status === 'RUNNING'

/** Whether the log got its text. An entry that is missing then was deleted. */
const wasStored = ({ status, text }: Generation) =>
  status === 'COMPLETED' || (status === 'CANCELLED' && text.trim() !== '')

const hasNoEntry = (generation: Generation) => generation.regeneratesIndex === null && !wasStored(generation)

/** Whether the log has the entry of a reply whose end is still on its way: the room and its reply have events of their own. */
function hasAnswered(generation: Generation, { entries }: RoomState): boolean {
  const last = entries.at(-1)
  return (
    last !== undefined &&
    last.createdAt > generation.createdAt &&
    last.inputData === generation.message &&
    isRunning(generation)
  )
}

/** Whether the same message follows a reply that has ended without an entry: it is not shown twice. */
function isSentAgain(generation: Generation, state: RoomState, pending: PendingMessage | undefined): boolean {
  if (isRunning(generation)) return false
  const { createdAt, message } = generation
  const generations = state.generations.filter((one) => one.createdAt > createdAt && one.regeneratesIndex === null)
  const next = generations.at(-1)?.message ?? pending?.text
  const entry = state.entries.find((one) => one.createdAt > createdAt)
  return next === message || (generations.length === 0 && entry?.inputData === message)
}
