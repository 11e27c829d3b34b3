import { LRUCache } from 'lru-cache'

/** Those of the zones that were used last. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 })

/** A time such as `20:30` and a date such as `2026-11-30`; in UTC for a zone that is unknown here. */
export function spokenMoment(at: number, timeZone: string): { readonly time: string; readonly date: string } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const joined = (types: readonly Intl.DateTimeFormatPartTypes[], between: string) =>
    types.map((type) => parts.get(type) ?? '').join(between)
  return { time: joined(['hour', 'minute'], ':'), date: joined(['year', 'month', 'day'], '-') }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = formatIn(timeZone)
  formats.set(timeZone, format)
  return format
}

const fields = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...fields, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...fields, timeZone: 'UTC' })
  }
}
