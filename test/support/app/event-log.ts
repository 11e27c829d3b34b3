import type { Logger } from '@parley/runtime'

/** A log that keeps the names of its events. */
export function eventLog(): { log: Logger; events: string[] } {
  const events: string[] = []
  const add = (_fields: object, event: string) => void events.push(event)
  return { events, log: { debug: add, info: add, warn: add, error: add } }
}
