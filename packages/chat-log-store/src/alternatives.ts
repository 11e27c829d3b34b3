import { AppError } from '@parley/runtime'
import {
  alternativesOf,
  type EntryChange,
  type LogAlternative,
  type LogEntry,
  type LogSource,
  type LongerReply,
  type NewReply,
  type ShownReply,
} from './chat-log-store.js'

/** Of an entry, including the shown one. */
export const maxAlternatives = 20
/**
 * The total length of an entry's alternatives in UTF-16 code units, without the shown one and the one before it.
 * Beyond it the oldest are dropped.
 */
const maxHiddenLength = 200_000
/** The same of their thoughts and sources, beyond which an alternative stays without them. */
const maxHiddenAdditions = 200_000
/** UTF-16 code units of the thoughts of a reply with several parts; longer ones are cut, and end with a mark. */
const maxThoughts = 64_000

type Reply = Pick<LogAlternative, 'inputData' | 'outputData' | 'thoughts' | 'sources' | 'origin'>

/** What an entry shows that was stored before alternatives existed. */
export function shownAtFirst({ createdAt }: Pick<LogEntry, 'createdAt'>): Omit<ShownReply, 'thoughts' | 'sources'> {
  return { number: 1, origin: null, createdAt }
}

/** An entry with new content. A different reply becomes a new alternative. */
export function withContent(entry: LogEntry, content: EntryChange, now: number): LogEntry {
  const { inputData, outputData, imgUrl = entry.imgUrl, origin = null } = content
  const written = { ...entry, imgUrl }
  if (outputData !== entry.outputData) {
    const reply = { inputData, outputData, ...additionsOf(content), origin }
    return withAlternative(written, reply, { now, isShown: true })
  }
  // the reply is the same, so only the message of the shown alternative changes
  return { ...written, inputData, version: entry.version + 1 }
}

/** An entry with one more reply; the same entry if it already has the reply of this generation. */
export function withReply(
  entry: LogEntry,
  { seenVersion, thoughts, sources, ...reply }: NewReply,
  now: number,
): LogEntry {
  if (hasReplyOf(entry, reply)) return entry
  const added = { ...reply, ...additionsOf({ thoughts, sources }) }
  return withAlternative(entry, added, { now, isShown: entry.version === seenVersion })
}

/** A document without thoughts or sources has no field for them, as those of earlier releases. */
export function additionsOf({
  thoughts,
  sources,
}: {
  readonly thoughts?: string | null | undefined
  readonly sources?: readonly LogSource[] | null | undefined
}): Pick<LogAlternative, 'thoughts' | 'sources'> {
  return { ...(thoughts ? { thoughts } : {}), ...(sources?.length ? { sources } : {}) }
}

/** UTF-16 code units of the thoughts and the sources of a reply. */
export function additionsLength({ thoughts = '', sources = [] }: Pick<LogAlternative, 'thoughts' | 'sources'>): number {
  const texts = sources.flatMap(({ title, link, file, place, passage }) => [title, link, file, place, passage])
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), thoughts.length)
}

/** An entry whose shown reply goes on; the same entry if it already has the text of this generation. Throws CONFLICT. */
export function withLongerReply(entry: LogEntry, { seenVersion, outputData, thoughts, origin }: LongerReply): LogEntry {
  if (hasReplyOf(entry, { origin })) return entry
  requireVersion(entry, seenVersion)
  // a prompt repeats the date of the message
  const { askedAt, timeZone, thoughtsMs: before } = entry.shown.origin ?? {}
  const dated = { ...(askedAt === undefined ? {} : { askedAt }), ...(timeZone === undefined ? {} : { timeZone }) }
  const all = [entry.shown.thoughts, thoughts].filter(Boolean).join('\n\n')
  const kept = all.length > maxThoughts ? `${all.slice(0, maxThoughts).replace(/[\uD800-\uDBFF]$/, '')}…` : all
  const times = [before, origin.thoughtsMs].filter((ms) => ms !== undefined)
  const time = times.length === 0 ? {} : { thoughtsMs: times.reduce((sum, ms) => sum + ms) }
  const shown = { ...entry.shown, ...additionsOf({ thoughts: kept }), origin: { ...origin, ...dated, ...time } }
  return { ...entry, outputData, shown, version: entry.version + 1 }
}

function hasReplyOf({ shown, others }: LogEntry, { origin: { generationId } }: Pick<NewReply, 'origin'>): boolean {
  return [shown, ...others].some(({ origin }) => origin?.generationId === generationId)
}

/** An entry that shows this alternative, perhaps unchanged. Throws NOT_FOUND for an unknown alternative. */
export function withShown(entry: LogEntry, number: number): LogEntry {
  if (entry.shown.number === number) return entry
  return { ...entry, ...showing(alternativesOf(entry), number), version: entry.version + 1 }
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
  const earlier = alternativesOf(entry)
  const number = Math.max(...earlier.map((one) => one.number)) + 1
  const alternatives = withinLimits([...earlier, { number, ...reply, createdAt: now }], [entry.shown.number, number])
  const shown = isShown ? number : entry.shown.number
  return { ...entry, ...showing(alternatives, shown), version: entry.version + 1 }
}

/** The fields of an entry that shows one of these alternatives. Throws NOT_FOUND for an unknown number. */
function showing(alternatives: readonly LogAlternative[], number: number) {
  const chosen = alternatives.find((one) => one.number === number)
  if (!chosen) throw new AppError('NOT_FOUND')
  const { inputData, outputData, ...shown } = chosen
  return { inputData, outputData, shown, others: alternatives.filter((one) => one !== chosen) }
}

/** Drops the oldest alternatives first, but never the ones in `kept`. */
function withinLimits(alternatives: readonly LogAlternative[], kept: readonly number[]): LogAlternative[] {
  const inOrder = [...alternatives].sort((a, b) => b.number - a.number)
  const others = inOrder.filter(({ number }) => !kept.includes(number))
  const result: LogAlternative[] = inOrder.filter(({ number }) => kept.includes(number))
  let [length, additions] = [0, 0]
  for (const one of others) {
    length += one.inputData.length + one.outputData.length
    if (result.length === maxAlternatives || length > maxHiddenLength) break
    const { thoughts: _thoughts, sources: _sources, ...plain } = one
    additions += additionsLength(one)
    result.push(additions > maxHiddenAdditions ? plain : one)
  }
  return result.sort((a, b) => a.number - b.number)
}
