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
  const [newest] = generations
  const last = reply ?? newest
  for (const entry of entries) {
    // its failure is shown until the entry changes
    const again = last?.regeneratesIndex === entry.index && last.status !== 'COMPLETED' ? last : undefined
    rows.push({ kind: 'entry', key: `entry-${entry.index}`, entry, again })
  }
  if (last && hasNoEntry(last, entries)) rows.push({ kind: 'generation', key: `reply-${last.id}`, generation: last })
  if (pending) rows.push({ kind: 'pending', key: 'pending', message: pending })
  return rows
}

const isEnded = ({ status }: Generation) => status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED'

function hasNoEntry(last: Generation, entries: readonly Entry[]): boolean {
  if (last.regeneratesIndex !== null || last.entry !== null || last.status === 'COMPLETED') return false
  // a later message has replaced a reply that has failed
  return !isEnded(last) || (entries.at(-1)?.createdAt ?? '') < last.createdAt
}
