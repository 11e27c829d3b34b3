import type { Attachment, FinishReason, LogSource, MessageSender } from '@parley/chat-log-store'
import { column, type RowOf } from '@parley/statements'
import type { LoreRecord } from '../lorebooks/lorebook.js'
import type { PersonaRecord } from '../personas/persona.js'
import type { ReplyFailure, ReplyReceipt, ReplySearch } from '../ports/reply-generator/reply-generator.js'
import type { QueuePosition } from './queue-position.js'

/** Of the reply of a generation and of its entry, which stores it. */
export { finishReasons, sourceKinds } from '@parley/chat-log-store'

/** A generation with one of these is not over: a room has at most one. */
export const activeStatuses = ['QUEUED', 'RUNNING'] as const
/** A generation with one of these never changes again. */
export const finalStatuses = ['COMPLETED', 'FAILED', 'CANCELLED'] as const
export const generationStatuses = [...activeStatuses, ...finalStatuses] as const
export type GenerationStatus = (typeof generationStatuses)[number]

export const failureCodes = {
  timed_out: 'TIMED_OUT',
  generation_failed: 'GENERATION_FAILED',
  prompt_too_long: 'PROMPT_TOO_LONG',
  hosted_failed: 'HOSTED_FAILED',
} as const satisfies Readonly<Record<ReplyFailure, string>>
export type GenerationErrorCode =
  | (typeof failureCodes)[ReplyFailure]
  | 'EMPTY_REPLY'
  | 'UNAVAILABLE'
  | 'INTERRUPTED'
  | 'ENTRY_GONE'
  | 'CONFLICT'
  | 'CHARACTER_PRIVATE'

/** One run that produces a reply, independent of any connection. Instants are epoch milliseconds. */
export const generationColumns = {
  /** UUID */
  id: column.text(36, { primary: true }),
  roomId: column.text(36),
  ownerId: column.ref(),
  /** The API key that has requested it, to which it is charged too. */
  keyId: column.ref({ nullable: true }),
  message: column.text(),
  /** As whom its owner has sent the message, or the one that it answers again; null where it is not known. */
  sender: column.json<MessageSender>({ nullable: true }),
  model: column.text(100),
  searchAccess: column.flag({ default: false }),
  /** The image of the message. */
  imageId: column.text(64, { nullable: true }),
  /** The files of the message; null without any. */
  attachments: column.json<readonly Attachment[]>({ nullable: true }),
  /** The IANA time zone of the dates in its prompt: of the message, else of the account; null for that of the worker. */
  timeZone: column.text(64, { nullable: true }),
  status: column.text<GenerationStatus>(10),
  /** The attempt that `text` belongs to, from 1. The first text of a fallback or of a run after a crash is the next one. */
  attempt: column.count({ default: 1 }),
  /** How often it was running when its worker or its instance ended. Such a generation runs again once. */
  interruptions: column.count({ default: 0 }),
  /** The text of this attempt so far; saved at intervals while running, complete at the end. */
  text: column.text(),
  /** What the model thought in this attempt before the text, cut at a length. Null when it shows no thoughts. */
  thoughts: column.text(undefined, { nullable: true }),
  /**
   * How long the model thought in this attempt so far, in milliseconds. Null without thoughts, and in generations of
   * earlier releases.
   */
  thoughtsMs: column.count({ nullable: true }),
  /** The search of the web for it; null without one, and until it has begun. */
  webSearch: column.json<Pick<ReplySearch, 'state' | 'query'>>({ nullable: true }),
  /** What the model was given to read for it; null without any. */
  sources: column.json<readonly LogSource[]>({ nullable: true }),
  errorCode: column.text<GenerationErrorCode>(30, { nullable: true }),
  /** The measurements of the reply, once a model that measures them has ended it. */
  receipt: column.json<ReplyReceipt>({ nullable: true }),
  /** What lorebooks have found for its prompt, set when it runs; null without any. */
  lore: column.json<LoreRecord>({ nullable: true }),
  /** The persona in its prompt, set when it runs; null without one. */
  persona: column.json<PersonaRecord>({ nullable: true }),
  /** Set with its final text; null in generations of earlier releases. */
  finishReason: column.text<FinishReason>(10, { nullable: true }),
  /** The estimated tokens of its prompt, set when it runs; charged if the model does not count tokens. */
  promptEstimate: column.count({ default: 0 }),
  /** The index after the newest entry of its prompt, set when it runs: a run after a crash uses no newer entries. */
  historyEnd: column.count({ nullable: true }),
  /** Set before the entry is written. From then on the reply is complete, and a cancel has no effect. */
  sealedAt: column.instant({ nullable: true }),
  /** When it was cancelled. One with text is sealed at that time. */
  cancelledAt: column.instant({ nullable: true }),
  /** The index of its log entry, once COMPLETED, or CANCELLED with text, or FAILED in a continuation with text. */
  entryIndex: column.count({ nullable: true }),
  /**
   * The entry that it regenerates or continues, and the version of the entry at that time; null for a reply that appends a new
   * entry.
   */
  regeneratesIndex: column.count({ nullable: true }),
  regeneratesVersion: column.count({ nullable: true }),
  /** The length of the reply that it continues, in UTF-16 code units: `text` begins with that reply. Null for another one. */
  continuesFrom: column.count({ nullable: true }),
  /** The instance that runs it: another one changes nothing. Empty in rows of earlier releases. */
  owner: column.text(36, { default: '' }),
  /**
   * Where the next reader of its progress continues after `text`: see ReplyJob. Null unless a shared queue runs it and it
   * has started.
   */
  resumeAt: column.text(undefined, { nullable: true }),
  /** The end of the lease of its owner. Later any instance may claim it. */
  leaseUntil: column.instant(),
  createdAt: column.instant(),
  finishedAt: column.instant({ nullable: true }),
}
export type Generation = RowOf<typeof generationColumns>

/** One step of a generation as a client sees it: `text = text.slice(0, offset) + delta`. Offsets are UTF-16 code units. */
export interface GenerationEvent
  extends
    QueuePosition,
    Pick<
      Generation,
      'attempt' | 'status' | 'webSearch' | 'finishReason' | 'errorCode' | 'roomId' | 'entryIndex' | 'thoughtsMs'
    > {
  readonly generationId: string
  readonly offset: number
  readonly delta: string
  /** As `offset` and `delta`, of the thoughts; null without thoughts, and for a client that does not read them. */
  readonly thoughtsOffset: number | null
  readonly thoughtsDelta: string | null
  /** Opaque; the client resumes with `after: cursor`. */
  readonly cursor: string
}

export function isFinal(status: GenerationStatus): boolean {
  return finalStatuses.some((each) => each === status)
}

/** The text that it continues, with which every attempt begins; empty for others. */
export function beginningOf({ text, continuesFrom }: Pick<Generation, 'text' | 'continuesFrom'>): string {
  return text.slice(0, continuesFrom ?? 0)
}

/** Whether it has written something that its entry should have. */
export function hasOwnText({ text, continuesFrom }: Pick<Generation, 'text' | 'continuesFrom'>): boolean {
  return text.slice(continuesFrom ?? 0).trim() !== ''
}
