import type { Kind } from '../../kinds.js'
import type { workerStates } from './reply-generator.js'

/** That of the local model of a worker. */
export type WorkerState = (typeof workerStates)[number]

/** One worker, for operators. Numbers are null while it does not answer. */
export interface WorkerStatus {
  /** Its name in the shared queue; null where a kind has one worker, without a name. */
  readonly name: string | null
  readonly state: WorkerState
  /** The name of its local model; null while unknown. */
  readonly model: string | null
  readonly running: number | null
  /** The maximum number of replies at the same time. */
  readonly concurrency: number | null
  /** The context of its local model, in tokens of prompt and reply; null while unknown. */
  readonly contextTokens: number | null
  /** Whether its local model shows thoughts before its replies; null while unknown. */
  readonly thoughts: boolean | null
}

/** The workers of a kind and the queue in front of them. */
export interface ServiceStatus {
  readonly kind: Kind
  /** Null while unknown. */
  readonly waiting: number | null
  /** Whether an operator has paused the queue: no further reply starts. Null while unknown. */
  readonly paused: boolean | null
  /** With a shared queue the workers that are alive, in the order of their names. */
  readonly workers: readonly WorkerStatus[]
}

/** Rejects with AppError UNAVAILABLE (part `model`) when the queue of the kind cannot be reached. */
export type SetQueuePaused = (kind: Kind, paused: boolean) => Promise<void>

/** Never rejects, and answers within two seconds. */
export type ReadServiceStatus = (kind: Kind) => Promise<ServiceStatus>
