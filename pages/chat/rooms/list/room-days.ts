import type { RoomData } from '@parley/client'

/** When a room has last changed, in the calendar of the reader: a day that is near, or a month. */
export type RoomDay = 'today' | 'yesterday' | 'week' | 'month' | Date

/** A row of the list. */
export type RoomRow =
  | { readonly kind: 'heading'; readonly key: string; readonly day: RoomDay | 'pinned' }
  | { readonly kind: 'room'; readonly key: string; readonly data: RoomData }

/** The rows of rooms, of which the last changed is first: the pinned ones, then the others by their day. */
export function roomRows(rooms: readonly RoomData[], today: Date): readonly RoomRow[] {
  const rows: RoomRow[] = []
  const isPinned = ({ pinnedAt }: RoomData) => pinnedAt !== null
  const pinned = rooms.filter(isPinned)
  if (pinned.length > 0) rows.push({ kind: 'heading', key: 'pinned', day: 'pinned' }, ...pinned.map(rowOf))
  let last = ''
  for (const data of rooms) {
    if (isPinned(data)) continue
    const day = dayOf(new Date(data.updatedAt), today)
    const key = typeof day === 'string' ? day : `${day.getFullYear()}-${day.getMonth()}`
    if (key !== last) rows.push({ kind: 'heading', key, day })
    last = key
    rows.push(rowOf(data))
  }
  return rows
}

const rowOf = (data: RoomData): RoomRow => ({ kind: 'room', key: data.id, data })

function dayOf(time: Date, today: Date): RoomDay {
  const isSince = (days: number) => time >= new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  if (isSince(0)) return 'today'
  if (isSince(1)) return 'yesterday'
  if (isSince(7)) return 'week'
  return isSince(30) ? 'month' : new Date(time.getFullYear(), time.getMonth())
}
