import type { LogSource } from '@parley/chat-log-store'
import type { ReplySampling, ToolCallPart } from '@parley/engine'
import type { JobPriority, QueueReason } from '@parley/queue'
import type { Kind } from '../../kinds.js'
import type { CompletionOptions } from '../../tool-calls/completion-options.js'

/**
 * Whether a model can reply. `busy`: its inference server accepts no work now, such as while it loads the model. The
 * others but `loading` say what an operator has to look at: that server, its key, the name of the model.
 */
export const modelStates = ['ready', 'loading', 'unreachable', 'busy', 'key_refused', 'model_missing'] as const
export type ModelState = (typeof modelStates)[number]
/** `away`: the worker does not answer. */
export const workerStates = [...modelStates, 'away'] as const

/** One earlier exchange of the room. */
export interface Turn {
  readonly inputData: string
  readonly outputData: string
  /** When the message was sent, epoch milliseconds: a prompt repeats its date as it was; without it none. */
  readonly askedAt?: number | undefined
  /** Who has sent the message, where that is another name than the one of the person now; never without a message. */
  readonly speaker?: string | undefined
}

/** The image of a message, as bytes: a model never receives an address. */
export interface JobImage {
  readonly contentType: string
  readonly base64: string
}

/** A text of the author of a character among the messages. */
export interface JobNote {
  readonly text: string
  /** How many messages follow it, and whose message it is. */
  readonly depth: number
  readonly role: (typeof jobLoreRoles)[number]
}

/** A character with its texts as the model reads them. */
export interface JobCharacter {
  readonly name: string
  readonly greeting: string
  readonly context: string
  /**
   * The system text of its author, in place of that of the service. Of two parts, that of the service stands between them.
   */
  readonly system?: readonly string[] | undefined
  /** In the order of the prompt. They are left out before the newest exchanges are, and after all lore. */
  readonly notes?: readonly JobNote[] | undefined
  /** Exchanges that show its speech style; left out first when the context is small. */
  readonly examples?: readonly Turn[] | undefined
  /** Whether every account can read these texts, as they are here. */
  readonly isPublic?: boolean | undefined
}

export const jobLorePositions = [
  'BEFORE_CHARACTER',
  'AFTER_CHARACTER',
  'BEFORE_NOTE',
  'AFTER_NOTE',
  'AT_DEPTH',
] as const
export const jobLoreRoles = ['SYSTEM', 'USER', 'ASSISTANT'] as const

/** An entry of a lorebook for a prompt, with names for its placeholders. */
export interface JobLore {
  readonly text: string
  /** Around the texts of the character, around the instructions of the room, or among the messages. */
  readonly position: (typeof jobLorePositions)[number]
  /** Of AT_DEPTH: how many messages follow it, and whose message it is. */
  readonly depth: number
  readonly role: (typeof jobLoreRoles)[number]
  /** From 0: those with a higher one are left out first where the context is small. */
  readonly rank: number
}

/** A file of the conversation. */
export interface JobFile {
  readonly name: string
  /** What of it no prompt can have, in words for the model; unset when its whole text could be read. */
  readonly note?: string | undefined
}

/** A part of the text of a file. */
export interface JobPassage {
  /** From 1, by which the reply may cite it. */
  readonly number: number
  /** The name of its file. */
  readonly title: string
  /** Where in the file it is, in words; null where nothing is known. */
  readonly place: string | null
  readonly text: string
  /** From 0: those with a higher one are left out first where the context is small. */
  readonly rank: number
}

/** Who the person is that talks, with names for placeholders. */
export interface JobPersona {
  readonly name: string
  /** Empty for none. It is left out before one of the newest exchanges is. */
  readonly description: string
}

/** The complete input for one reply: a worker opens no store. */
export interface ReplyJob {
  /** The generation's id, for logs and for finding the job after a reconnect. */
  readonly id: string
  /** How often a run of the generation was interrupted before; 0 when unset. Each run is another job. */
  readonly interruptions?: number | undefined
  /**
   * Of the last delta or thought, or else the start, that an earlier reader of this run has stored: its progress continues there,
   * with `started` and then with deltas of attempt 1 after that text, or of attempt 2 when the run was lost. A generator
   * without such progress ignores it.
   */
  readonly resumeAt?: string | undefined
  /** Whether only `cancel` ends the job, so that another reader may continue; else it ends with its reader. */
  readonly outlivesReader?: boolean | undefined
  readonly kind: Kind
  /** A model name of the contract: `Local`, `hosted4.1`, ... */
  readonly model: string
  /** Empty in a completion, whose `messages` are the conversation. */
  readonly message: string
  /**
   * The maximum length of `message` in code points; unlimited when unset. The worker refuses longer messages. It has no
   * limit of its own, so that application and worker agree on the limit even when their releases differ.
   */
  readonly messageLimit?: number | undefined
  /** For a model with vision; others ignore it. */
  readonly image?: JobImage | undefined
  /** When the message was sent, epoch milliseconds: the date and the time in the prompt; those of the worker when unset. */
  readonly askedAt?: number | undefined
  /** The IANA time zone of the dates in the prompt; that of the worker when unset, or unknown there. */
  readonly timeZone?: string | undefined
  /** Oldest first. */
  readonly history: readonly Turn[]
  /** Whether the conversation has turns before `history`, so that a prompt does not have its beginning; false when unset. */
  readonly hasEarlierTurns?: boolean | undefined
  /**
   * How many of the oldest turns can be left out, in the order of preference: the first number that leaves enough room is
   * used. When the last one does not, further turns are left out singly; all of them when unset.
   */
  readonly historyCuts?: readonly number[] | undefined
  /** The character that replies; only with kind `character`. */
  readonly character?: JobCharacter | undefined
  /** Whether the worker may search the web for the message. */
  readonly searchAccess: boolean
  /** Of `steadyTime` in this process; includes the time in the queue. Between processes the remaining time is sent. */
  readonly deadline: number
  /** When the request was accepted, like `deadline`, for the statistics of the worker; when it is submitted if unset. */
  readonly acceptedAt?: number | undefined
  /**
   * The caller, an account or an unverified id (see `accountCaller` of @parley/queue). The queue gives every caller the
   * same share, but only accounts may use priority or displace callers without an account. Jobs without a caller count as
   * jobs of one caller.
   */
  readonly caller?: string | undefined
  /**
   * Whose jobs may continue from the tokens that a model keeps of this one: those with the same value, and with null no
   * other job. The caller when unset. Jobs of others find in its tokens only what the service wrote, and a public character.
   */
  readonly reusableBy?: string | null | undefined
  /** A `high` caller gets four turns for each turn of a `normal` one (ADR 0075); `normal` when unset. */
  readonly priority?: JobPriority | undefined
  /**
   * The maximum number of tokens of prompt and reply together. The model's own limit is the default and the maximum.
   */
  readonly contextTokens?: number | undefined
  /**
   * How many replies of the service may run when this one starts, itself included; the service's setting when unset.
   */
  readonly atOnce?: number | undefined
  /** False: a failure is not retried, for a reader that cannot discard text. */
  readonly hasFallback?: boolean | undefined
  /** Replaces the service's own system text; follows the character's text if there is a character. */
  readonly instructions?: string | undefined
  /** The instructions of the room; they follow the system text. */
  readonly roomInstructions?: string | undefined
  /** In the order of the prompt. They are left out before the newest exchanges are. */
  readonly lore?: readonly JobLore[] | undefined
  /** Those of the conversation, also those without a passage in the prompt. */
  readonly files?: readonly JobFile[] | undefined
  /** How many further files the conversation has; 0 when unset. */
  readonly moreFiles?: number | undefined
  /** Texts of the files, in the order of the prompt. They are left out before lore is. */
  readonly passages?: readonly JobPassage[] | undefined
  /** Whether the passages are all of the texts of the files, and not some that suit the message; false when unset. */
  readonly hasWholeFiles?: boolean | undefined
  /** Unset for a person without one: then the prompt does not name the person. */
  readonly persona?: JobPersona | undefined
  /** Whether the reader of the job wants the thoughts of the model; otherwise they are omitted. */
  readonly readsThoughts?: boolean | undefined
  /** Whether the reader of the job wants to know of its search; otherwise it is omitted. */
  readonly readsSearch?: boolean | undefined
  /** Single values that override the model's own, or the neutral ones in a completion. For `maxTokens` the smaller one applies. */
  readonly sampling?: Partial<ReplySampling> | undefined
  /** The most tokens of the first attempt of a reply, in place of the limit of the service; one that the operator has set applies. */
  readonly replyTokens?: number | undefined
  /** The text so far of a reply in a room that goes on; the deltas do not include it, and may be empty. */
  readonly beginning?: string | undefined
  /** Only of a completion. */
  readonly completion?: CompletionOptions | undefined
  /** The `traceparent` of the generation, so that the spans of its worker belong to its trace; unset without tracing. */
  readonly traceparent?: string | undefined
  /** Texts that end the reply; the reply does not include them. */
  readonly stops?: readonly string[] | undefined
}

/** How many images the prompt of a job has. */
export function imagesIn({ image, completion }: Pick<ReplyJob, 'image' | 'completion'>): number {
  const sent = (completion?.messages ?? []).reduce((sum, { images = 0 }) => sum + images, 0)
  return sent + (image ? 1 : 0)
}

/** One run of a generation. */
export type JobRun = Pick<ReplyJob, 'id' | 'interruptions'>

/**
 * A piece of an attempt's text. `offset` counts UTF-16 code units. `attempt` counts from 1; each attempt starts at
 * offset 0.
 */
export interface ReplyDelta {
  readonly kind: 'delta'
  readonly attempt: number
  readonly offset: number
  readonly delta: string
  /** Where another reader continues after this delta: see ReplyJob. */
  readonly resumeAt?: string | undefined
}

/** A part of an attempt's tool call (see @parley/engine): `offset` and `delta` are those of its arguments. */
export interface ReplyToolCall {
  readonly kind: 'tool_call'
  readonly attempt: number
  readonly index: number
  readonly head?: ToolCallPart['head']
  readonly fields?: ToolCallPart['fields']
  readonly offset: number
  readonly delta: string
}

/**
 * A piece of what the model thinks before it replies, in an attempt. `offset` and `delta` are those of the thoughts, which
 * are apart from the text.
 */
export interface ReplyThought {
  readonly kind: 'thought'
  readonly attempt: number
  readonly offset: number
  readonly delta: string
  /** Where another reader continues after this piece: see ReplyJob. */
  readonly resumeAt?: string | undefined
}

/** A piece of the other fields of an attempt, see FieldsPart of @parley/engine. `offset` and `delta` are those of their lines. */
export interface ReplyFields {
  readonly kind: 'fields'
  readonly attempt: number
  readonly offset: number
  readonly delta: string
}

/**
 * `ENDED`: the model is given what was found, perhaps nothing. `FAILED`, and `LEFT_OUT`, where what was found does not fit
 * its context: the reply is written without it.
 */
export const webSearchStates = ['SEARCHING', 'ENDED', 'FAILED', 'LEFT_OUT'] as const

/** The search of the web for a job. A later one replaces it. */
export interface ReplySearch {
  readonly kind: 'search'
  readonly state: (typeof webSearchStates)[number]
  /** What was sent to the search engine. */
  readonly query: string
  /** What the model is given of it, at most `limits.sources`; empty unless it has ended. */
  readonly sources: readonly LogSource[]
}

export const replyFinishes = ['stop', 'length', 'cut'] as const

export const replyFailures = ['timed_out', 'generation_failed', 'prompt_too_long', 'hosted_failed'] as const
export type ReplyFailure = (typeof replyFailures)[number]

/** The sampling values that a caller may set. */
export type AskedSampling = Partial<
  Pick<ReplySampling, 'maxTokens' | 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty'>
>

/** Those of a completion. */
export type CompletionSampling = Partial<ReplySampling>

/**
 * The measurements of one reply. Only numbers and the model's name, no text of a person. Tokens are those of the model.
 */
export interface ReplyReceipt {
  /** The model that replied, under its name for operators. */
  readonly model: string
  readonly sampling: ReplySampling
  readonly promptTokens: number
  /** The part of `promptTokens` that was still cached and not read again. */
  readonly reusedTokens: number
  /**
   * The part of `reusedTokens` that was not of the caller's own conversation, which only administrators may see; all of
   * it when unset, since a server has one cache for all.
   */
  readonly sharedTokens?: number | undefined
  /** The part of `promptTokens` that was read. If the reply was stopped early, it is smaller than the rest. */
  readonly readTokens: number
  readonly replyTokens: number
  /** The part of `replyTokens` that were thoughts; unset where a server does not count them. */
  readonly thoughtTokens?: number | undefined
  /** The earlier exchanges in the prompt, and the number of oldest ones that did not fit. */
  readonly turnsKept: number
  readonly turnsDropped: number
  /** How many entries of the lore of its job the prompt has, those of the lowest ranks; unset without lore. */
  readonly loreKept?: number | undefined
  /** How many passages of its job the prompt has, those of the lowest ranks; unset without passages. */
  readonly passagesKept?: number | undefined
  /** Whether the prompt has the description of the persona of its job; unset for a job without one. */
  readonly personaKept?: boolean | undefined
  /** `stop`: the model ended it; `length`: the token limit ended it; `cut`: it was aborted, abandoned or failed. */
  readonly finish: (typeof replyFinishes)[number]
}

/**
 * The receipt of a reply for the account that has requested it: tokens that others may have left in a cache count as
 * read, since their number would show what another account has written (contract: replies.10).
 */
export function ownReceipt(receipt: ReplyReceipt): ReplyReceipt {
  const { reusedTokens, readTokens, sharedTokens = reusedTokens } = receipt
  return { ...receipt, reusedTokens: reusedTokens - sharedTokens, readTokens: readTokens + sharedTokens }
}

export type ReplyEnd =
  | {
      readonly kind: 'end'
      readonly outcome: 'completed'
      /** That of the receipt when unset; a model that does not count tokens has no receipt. */
      readonly finish?: ReplyReceipt['finish'] | undefined
      readonly receipt?: ReplyReceipt | undefined
    }
  | {
      readonly kind: 'end'
      readonly outcome: 'failed'
      readonly reason: ReplyFailure
      /**
       * Of `hosted_failed`: the cause, in words for the caller, without internal details and without text of the hosted
       * service. Of `prompt_too_long`: a sentence with the tokens of the prompt and of the context.
       */
      readonly message?: string | undefined
      /** Of `generation_failed` and `hosted_failed`: the model has written no text. */
      readonly isEmpty?: boolean | undefined
      readonly receipt?: ReplyReceipt | undefined
    }

/** The position of a waiting job. */
export interface ReplyQueued {
  readonly kind: 'queued'
  /** 1 starts next. */
  readonly position: number
  readonly reason: QueueReason
  /**
   * Estimated milliseconds until the start; null while unknown. A duration, not an instant, because the clocks of two
   * processes may differ.
   */
  readonly startsInMs: number | null
}

/**
 * What an instance knows of a job that may wait at another one. The position is null, and the reason WORKER_AWAY, while
 * the queue cannot be read, and for a job that it does not have while no worker is ready.
 */
export interface KnownPosition extends Omit<ReplyQueued, 'kind' | 'position'> {
  readonly position: number | null
}

interface ReplyStarted {
  readonly kind: 'started'
  /** Where another reader of the run continues: see ReplyJob. */
  readonly resumeAt?: string | undefined
}

/** Unread queue positions, and unread deltas of one text, are coalesced, so they never accumulate. */
export type ReplyProgress =
  | ReplyQueued
  | ReplyStarted
  | ReplySearch
  | ReplyFields
  | ReplyThought
  | ReplyDelta
  | ReplyToolCall
  | ReplyEnd

/** Generates the text of a job, piece by piece (docs/contract/ai-workers.md). */
export interface ReplyGenerator {
  /**
   * The first `next()` submits the job; before that nothing happens. Progress is `queued`* (only while the job waits),
   * `started`, (`fields` | `thought` | `delta` | `tool_call`)*, `end`. Within an attempt deltas are contiguous and, but for
   * the head and the fields of a call, not empty, none splits a surrogate pair, and all text is well-formed. Later attempts
   * replace earlier ones. Only completions have fields, and with tools tool calls, and only jobs whose `readsThoughts` is
   * set have thoughts or fields. With `readsSearch` a job that searches has `search`, of any number and at any place after
   * its wait and before its `end`.
   *
   * Aborting `signal`, or `return()` of the iterator, cancels the job in every state: the iteration ends at once, without
   * an `end` and without an error, and the slot is free when the model has finished its current chunk.
   *
   * `next()` rejects with AppError BAD_USER_INPUT for a model name that the worker does not have and for a message longer
   * than `messageLimit`. It rejects with UNAVAILABLE (part `model`) and `retryAfterMs` (milliseconds) when the queue is
   * full, and without `retryAfterMs` when the worker is away: unreachable, not loaded yet, draining, or lost during the
   * job. Such a job may be submitted again.
   */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress>

  /**
   * The position of a waiting job, whichever instance submitted it; undefined for a job that does not wait there. The method
   * is absent where instances share no queue. Never rejects.
   */
  position?(run: JobRun): Promise<KnownPosition | undefined>

  /**
   * Ends the jobs of a generation, whichever instance submitted them: their progress ends without an `end`. Absent where a
   * job ends with its reader. Never rejects.
   */
  cancel?(generationId: string): Promise<void>

  /** The pieces of a run after `resumeAt` so far, whichever instance reads them; absent as `cancel` is. Never rejects. */
  writtenPieces?(run: JobRun & Pick<ReplyJob, 'resumeAt'>): Promise<readonly (ReplyDelta | ReplyThought)[]>
}
