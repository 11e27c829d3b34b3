import { alternativesOf, type LogEntry } from '@parley/chat-log-store'

/** An entry as files have it: all alternatives in one list, and the number of the shown one. */
export function exportedEntry({ shown, others, ...written }: LogEntry): object {
  const alternatives = alternativesOf({ ...written, shown, others })
  return { ...written, alternatives, shown: shown.number }
}
