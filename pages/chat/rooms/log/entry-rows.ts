import type { Entry, Generation, RoomState } from '@parley/client'
import type { PendingMessage } from '../composer/outbox.js'
import { dayOf } from './log-day.js'

/** A row of the log; the first one of a day has the start of the day, in epoch milliseconds. */
export type LogRow = RowContent & { readonly day?: number }

type RowContent =
  | { readonly kind: 'older'; readonly key: string }
  | { readonly kind: 'greeting'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'entry'
      readonly key: string
      readonly entry: Entry
      readonly again: Generation | undefined
      /** Of the generation that has written the reply, while the room knows it. */
      readonly webSearch: Generation['webSearch']
    }
  /** A reply without an entry: it runs, it has failed, or it was stopped before its first word. */
  | {
      readonly kind: 'generation'
      readonly key: string
      readonly generation: Generation
      /** Those of the same message that are not shown: the message was sent again. */
      readonly earlier: readonly string[]
    }
  | { readonly kind: 'pending'; readonly key: string; readonly message: PendingMessage }

/** The rows of a room, the oldest first. */
export function rowsOf(state: RoomState, pending: PendingMessage | undefined): readonly LogRow[] {
  const { entries, generations, hasOlderEntries, reply, room } = state
  const greeting = room?.__typename === 'ChatRoom' ? room.greeting : undefined
  const rows: RowContent[] = []
  if (hasOlderEntries) rows.push({ kind: 'older', key: 'older' })
  else if (greeting) rows.push({ kind: 'greeting', key: 'greeting', text: greeting })
  const last = reply ?? generations[0]
  const withoutEntry = generations
    .map((generation) => (generation.id === reply?.id ? reply : generation))
    .filter((generation) => hasNoEntry(generation) && !hasAnswered(generation, state))
  const again = new Set(withoutEntry.filter((generation) => isSentAgain(generation, state, pending)))
  const rowOf = (generation: Generation): RowContent => {
    const { id, message, createdAt } = generation
    const earlier = [...again].filter((one) => one.message === message && one.createdAt < createdAt)
    return { kind: 'generation', key: `reply-${id}`, generation, earlier: earlier.map((one) => one.id).reverse() }
  }
  const unanswered = withoutEntry
    .filter((generation) => !again.has(generation))
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
    const regenerated = last?.regeneratesIndex === entry.index && !wasStored(last) ? last : undefined
    const writer = generations.find((one) => one.entry?.index === entry.index && one.text === entry.outputData)
    const webSearch = writer?.webSearch ?? null
    rows.push({ kind: 'entry', key: `entry-${entry.index}`, entry, again: regenerated, webSearch })
  }
  rows.push(...rest.map(rowOf))
  if (pending) rows.push({ kind: 'pending', key: 'pending', message: pending })
  return withDays(rows)
}

function withDays(rows: readonly RowContent[]): readonly LogRow[] {
  let last: number | undefined
  return rows.map((row, index) => {
    const next = rows[index + 1]
    // a greeting has no time of its own
    const time = timeOf(row) ?? (row.kind === 'greeting' && next ? timeOf(next) : undefined)
    const day = time === undefined ? last : dayOf(time)
    const isFirst = day !== last
    last = day
    return isFirst && day !== undefined ? { ...row, day } : row
  })
}

function timeOf(row: RowContent): string | undefined {
  if (row.kind === 'entry') return row.entry.createdAt
  if (row.kind === 'generation') return row.generation.createdAt
  return row.kind === 'pending' ? new Date().toISOString() : undefined
}

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
