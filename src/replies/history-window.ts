import type { LogEntries, LogEntry } from '@parley/chat-log-store'
import type { ReplyJob, Turn } from '../ports/reply-generator/reply-generator.js'
import { withoutCitations } from './citations.js'

/** The newest entries that a prompt has if they fit; with this maximum the window slides. */
export const fewestEntries = 10

/** Who sends the message of a prompt. */
export interface Speakers {
  /** The name of its persona; undefined without one. */
  readonly name: string | undefined
  /** The name of the account, where it has a persona. */
  readonly account: string | undefined
}

interface Window extends Pick<ReplyJob, 'history'> {
  readonly hasEarlierTurns: boolean
  readonly historyCuts: readonly number[]
}

/**
 * The newest entries of a page in descending order, as the history of a prompt: at least ten and at most `most` if the
 * log has them, from an entry whose index is a multiple of the length of a block. So the history grows entry by entry and
 * then loses a block at once, and prompts between two such losses begin alike. It depends on the log alone, not on earlier
 * replies (ADR 0095). The cuts are the starts of ever shorter parts of the block, for a context that holds less.
 */
export function historyWindow({ entries, hasMore }: LogEntries, most: number, speakers: Speakers): Window {
  const turnOf = (entry: LogEntry) => turnWith(entry, speakers)
  const oldest = entries.at(-1)?.index ?? 0
  const tenth = entries[fewestEntries - 1]
  if (!tenth) return { history: entries.toReversed().map(turnOf), hasEarlierTurns: hasMore, historyCuts: [0] }
  let inPart = tenth.index
  const starts = blockLengths(most).map((length) => tenth.index - (inPart %= length))
  // the page may have ended before the start of a block
  const first = starts.find((start) => !hasMore || start >= oldest) ?? tenth.index
  const kept = entries.filter(({ index }) => index >= first).toReversed()
  const cuts = starts.map((start) => kept.filter(({ index }) => index < start).length)
  // a cut that leaves ten is the last one: no other leaves fewer
  const historyCuts = [...new Set(cuts.slice(0, cuts.indexOf(kept.length - fewestEntries) + 1))]
  const hasEarlierTurns = hasMore || kept.length < entries.length
  return { history: kept.map(turnOf), hasEarlierTurns, historyCuts }
}

/** The whole block, its halves, their halves and so on, down to a single entry. */
function blockLengths(most: number): number[] {
  const lengths = [most - fewestEntries + 1]
  for (let last = lengths[0] ?? 1; last > 1; lengths.push(last)) last = Math.ceil(last / 2)
  return lengths
}

function turnWith({ inputData, outputData, sender, shown }: LogEntry, { name, account }: Speakers): Turn {
  const askedAt = shown.origin?.askedAt
  const speaker = sender && sender.persona?.name !== name ? (sender.persona?.name ?? account) : undefined
  return {
    inputData,
    outputData: withoutCitations(outputData, shown.sources),
    ...(askedAt === undefined ? {} : { askedAt }),
    ...(speaker === undefined ? {} : { speaker }),
  }
}
