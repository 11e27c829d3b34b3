import {
  alternativesOf,
  type FinishReason,
  type LogAlternative,
  type LogEntry,
  type LogSource,
} from '@parley/chat-log-store'

interface ListedAlternative extends Omit<LogAlternative, 'origin' | 'thoughts' | 'sources'> {
  readonly thoughts: string | null
  readonly sources: readonly LogSource[]
  /** Whether the entry shows it. */
  readonly shown: boolean
  /** Null for a reply that a client wrote, as `model`. */
  readonly generationId: string | null
  readonly model: string | null
  readonly finishReason: FinishReason | null
  readonly thoughtsMs: number | null
}

/** The alternatives of an entry as clients see them, in ascending order of number. */
export function listedAlternatives(entry: LogEntry): ListedAlternative[] {
  return alternativesOf(entry).map(({ origin, thoughts = null, sources = [], ...alternative }) => ({
    ...alternative,
    thoughts,
    sources,
    shown: alternative.number === entry.shown.number,
    generationId: origin?.generationId ?? null,
    model: origin?.model ?? null,
    finishReason: origin?.finishReason ?? null,
    thoughtsMs: origin?.thoughtsMs ?? null,
  }))
}
