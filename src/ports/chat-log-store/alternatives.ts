import { limits } from '../../limits.js'
import { AppError } from '../../errors.js'
import type { EntryChange, LogAlternative, LogEntry, NewReply } from './chat-log-store.js'

type Written = Omit<LogEntry, 'alternatives' | 'shown'>
type Reply = Pick<LogAlternative, 'inputData' | 'outputData' | 'origin'>

/** An entry with the alternative that it shows and its other alternatives. */
export function entryWith(
  written: Written,
  shown: Pick<LogAlternative, 'number' | 'origin' | 'createdAt'>,
  others: readonly LogAlternative[],
): LogEntry {
  const { inputData, outputData } = written
  const alternatives = [...others, { ...shown, inputData, outputData }].sort((a, b) => a.number - b.number)
  return { ...written, alternatives, shown: shown.number }
}

/** The alternative that an entry shows. */
export function shownOf({ alternatives, shown }: LogEntry): LogAlternative {
  const found = alternatives.find(({ number }) => number === shown)
  if (!found) throw new Error('an entry shows one of its alternatives')
  return found
}

/** An entry with new content. A different reply becomes a new alternative. */
export function withContent(entry: LogEntry, content: EntryChange, now: number): LogEntry {
  const { inputData, outputData, imgUrl = entry.imgUrl, origin = null } = content
  const written = { ...entry, imgUrl }
  if (outputData !== entry.outputData)
    return withAlternative(written, { inputData, outputData, origin }, { now, isShown: true })
  // the reply is the same, so only the message of the shown alternative changes
  const alternatives = entry.alternatives.map((one) => (one.number === entry.shown ? { ...one, inputData } : one))
  return { ...written, inputData, version: entry.version + 1, alternatives }
}

/** An entry with one more reply; the same entry if it already has the reply of this generation. */
export function withReply(entry: LogEntry, { seenVersion, ...reply }: NewReply, now: number): LogEntry {
  const { generationId } = reply.origin
  if (entry.alternatives.some(({ origin }) => origin?.generationId === generationId)) return entry
  return withAlternative(entry, reply, { now, isShown: entry.version === seenVersion })
}

/** An entry that shows this alternative, perhaps unchanged. Throws NOT_FOUND for an unknown alternative. */
export function withShown(entry: LogEntry, number: number): LogEntry {
  const chosen = entry.alternatives.find((one) => one.number === number)
  if (!chosen) throw new AppError('NOT_FOUND')
  if (entry.shown === number) return entry
  const { inputData, outputData } = chosen
  return { ...entry, inputData, outputData, shown: number, version: entry.version + 1 }
}

/** Throws CONFLICT when the entry has another version. Without `expected` every version is accepted. */
export function requireVersion({ version }: Pick<LogEntry, 'version'>, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw staleEntry()
}

export function staleEntry(): AppError {
  return new AppError('CONFLICT', { message: 'The entry has been changed since it was read' })
}

export function staleLog(): AppError {
  return new AppError('CONFLICT', { message: 'The log has later entries than the one that was read last' })
}

function withAlternative(entry: LogEntry, reply: Reply, { now, isShown }: { now: number; isShown: boolean }): LogEntry {
  // the newest alternative is always kept, so no number is used twice
  const number = Math.max(...entry.alternatives.map((one) => one.number)) + 1
  const alternatives = withinLimits(
    [...entry.alternatives, { number, ...reply, createdAt: now }],
    [entry.shown, number],
  )
  const { inputData, outputData } = isShown ? reply : entry
  const shown = isShown ? number : entry.shown
  return { ...entry, inputData, outputData, shown, alternatives, version: entry.version + 1 }
}

/** Drops the oldest alternatives first, but never the ones in `kept`. */
function withinLimits(alternatives: readonly LogAlternative[], kept: readonly number[]): LogAlternative[] {
  const inOrder = [...alternatives].sort((a, b) => b.number - a.number)
  const others = inOrder.filter(({ number }) => !kept.includes(number))
  const result: LogAlternative[] = inOrder.filter(({ number }) => kept.includes(number))
  let length = 0
  for (const one of others) {
    length += one.inputData.length + one.outputData.length
    if (result.length === limits.alternatives || length > limits.hiddenAlternativesLength) break
    result.push(one)
  }
  return result.sort((a, b) => a.number - b.number)
}
