import type { Kind } from '../../kinds.js'

export type JobPriority = 'high' | 'normal'

/** One earlier exchange of the room. */
export interface Turn {
  readonly inputData: string
  readonly outputData: string
}

/** Everything a worker needs for one reply: it never opens a store. */
export interface ReplyJob {
  /** The generation's id, for logs and for finding the job again. */
  readonly id: string
  readonly kind: Kind
  /** A word of the contract: `Local`, `hosted4.1`, ... */
  readonly model: string
  readonly message: string
  /**
   * The most code points of `message`; unset without a bound. The worker refuses a longer one: it has no bound of its own, so that
   * whichever of the two is the older release, both hold a message to the same.
   */
  readonly messageLimit?: number | undefined
  /** Oldest first. */
  readonly history: readonly Turn[]
  /** Who answers; only with kind `character`. */
  readonly character?: { readonly name: string; readonly greeting: string; readonly context: string }
  /** Whether the worker may search the web for the message. */
  readonly searchAccess: boolean
  /** Epoch milliseconds; waiting in the queue counts. */
  readonly deadline: number
  /**
   * The caller, an account or an unproved id (see reply-caller.ts): the queue gives every caller the same share, and what
   * belongs to an account only to an account. Jobs without one count as those of one caller.
   */
  readonly caller?: string | undefined
  /** A job of `high` starts before those of `normal`, which it may hold up only so long (ADR 0046); `normal` when unset. */
  readonly priority?: JobPriority | undefined
  /** The most tokens of prompt and reply together; the model's own when unset, and never more than that. */
  readonly contextTokens?: number | undefined
  /** How many replies of the service may run when this one starts, itself included; the service's own number when unset. */
  readonly atOnce?: number | undefined
  /** False: a failure is not tried a second time, for a reader that cannot discard text. */
  readonly hasFallback?: boolean | undefined
  /** Replaces the service's own system text; with a character, it follows the character's. */
  readonly instructions?: string | undefined
  /** Single values that replace the model's own; of the two `maxTokens` the smaller holds. */
  readonly sampling?: Partial<ReplySampling> | undefined
  /** Texts that end the reply; they are not included. */
  readonly stops?: readonly string[] | undefined
}

/** A piece of an attempt's text. `offset` counts UTF-16 code units; `attempt` counts from 1 and each starts at offset 0. */
export interface ReplyDelta {
  readonly kind: 'delta'
  readonly attempt: number
  readonly offset: number
  readonly delta: string
}

export type ReplyFailure = 'timed_out' | 'generation_failed' | 'prompt_too_long' | 'hosted_failed'

/** How the next token is drawn. A plain object of numbers, so that it can be configured and reported. */
export interface ReplySampling {
  /** Length limit of a reply, in tokens. */
  readonly maxTokens: number
  /** 0 always chooses the likeliest token. */
  readonly temperature: number
  /** Of the likeliest tokens, as many as make up this share; 1 is all. */
  readonly topP: number
  /** Least likelihood, as a share of the likeliest token's; 0 is none. */
  readonly minP: number
  /** As many of the likeliest tokens; 0 is all. */
  readonly topK: number
  /** Divides the score of what the reply said recently; 1 is off. The two below subtract from it; 0 is off. */
  readonly repeatPenalty: number
  readonly frequencyPenalty: number
  readonly presencePenalty: number
}

/** How a reply was made. Numbers only, but for the model's name: no text of a person. Tokens are the model's own. */
export interface ReplyReceipt {
  /** Which model answered, as an operator knows it. */
  readonly model: string
  readonly sampling: ReplySampling
  readonly promptTokens: number
  /** Of `promptTokens`, those still known from the reply before: they were not read again. */
  readonly reusedTokens: number
  /** Of `promptTokens`, those read; fewer than the rest when it was stopped meanwhile. */
  readonly readTokens: number
  readonly replyTokens: number
  /** Earlier exchanges the model saw, and the oldest ones that did not fit. */
  readonly turnsKept: number
  readonly turnsDropped: number
  /** `stop`: the model ended it; `length`: the token limit did; `cut`: it was aborted, left or failed. */
  readonly finish: 'stop' | 'length' | 'cut'
}

export type ReplyEnd =
  | { readonly kind: 'end'; readonly outcome: 'completed'; readonly receipt?: ReplyReceipt | undefined }
  | {
      readonly kind: 'end'
      readonly outcome: 'failed'
      readonly reason: ReplyFailure
      /** Of `hosted_failed`: what went wrong, in words for the caller. Nothing internal, no text of the hosted side. */
      readonly message?: string | undefined
      readonly receipt?: ReplyReceipt | undefined
    }

/**
 * Why a job waits. BUSY: as many replies are made as may be at a time, and who stands before it came first. FAIR_SHARE: others
 * who came later go first, since turns are shared. PRIORITY: others who have priority go first. WORKER_AWAY: the worker cannot
 * be reached or loads its model; the job is submitted again.
 */
export type QueueReason = 'BUSY' | 'FAIR_SHARE' | 'PRIORITY' | 'WORKER_AWAY'

/** Where a job stands while it waits. */
export interface ReplyQueued {
  readonly kind: 'queued'
  /** 1 is the next to start. */
  readonly position: number
  readonly reason: QueueReason
  /**
   * An estimate of the milliseconds until it starts; null while nothing is known. A duration and not an instant: the
   * clocks of two processes need not agree.
   */
  readonly startsInMs: number | null
}

/** Unread places in the queue and unread deltas of one attempt are merged, never piled up. */
export type ReplyProgress = ReplyQueued | { readonly kind: 'started' } | ReplyDelta | ReplyEnd

/** Turns jobs into text, piece by piece (docs/contract/ai-workers.md). */
export interface ReplyGenerator {
  /**
   * Nothing happens before the first `next()`, which submits the job. Progress comes as `queued`* (only while it waits),
   * `started`, `delta`*, `end`. Within an attempt deltas are contiguous, none is empty, none splits a surrogate pair, and
   * all text is well-formed. Later attempts replace the text of earlier ones.
   *
   * Aborting `signal`, or `return()` of the iterator, cancels the job in every state: the iteration is over at once,
   * without an `end` and without an error, and the slot is free when the model lets go of its current chunk.
   *
   * `next()` rejects with AppError BAD_USER_INPUT for a model name the worker does not have and for a message that is longer than its
   * `messageLimit`, and with UNAVAILABLE, part
   * `model`: with `retryAfterMs` (milliseconds) when the queue is full, without it when the worker is away, that is
   * unreachable, not loaded yet, draining, or gone under the job. A job whose worker is away before its first delta may be
   * submitted again.
   */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress>
}
