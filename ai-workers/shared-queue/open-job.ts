import { isReportable, type QueuePosition } from '@parley/queue'
import { AppError, PushIterator, steadyTime } from '@parley/runtime'
import type {
  JobRun,
  ReplyDelta,
  ReplyFields,
  ReplyJob,
  ReplyProgress,
  ReplyQueued,
  ReplyThought,
  ReplyToolCall,
} from '../../src/ports/reply-generator/reply-generator.js'
import { decodeLine, encodeLine, errorOf, refusalOf, type ReplyLine } from '../remote/wire.js'
import { jobIdOf, receiveEntry, type StepEntry, type StepFollower, stepsOf } from '@parley/redis-queue'

/** The step of a job that was cancelled: its readers end without an `end`. */
export const cancelledStep = 'cancelled'
const away = () => new AppError('UNAVAILABLE', { part: 'model' })

/** The step of a job that no worker can continue. */
export const lostStep = encodeLine(refusalOf(away()))

/** Why a job ends, and its last step for all readers. */
export interface JobEnd {
  readonly reason: 'cancelled' | 'left'
  readonly step: string
}

export function queuedAt({ position, reason }: Pick<QueuePosition, 'position' | 'reason'>): ReplyQueued {
  return { kind: 'queued', position, reason, startsInMs: null }
}

/** The fields of a job that its progress depends on. */
type FollowedJob = JobRun & Pick<ReplyJob, 'kind' | 'resumeAt' | 'outlivesReader'>

/** A job at one of its readers: its progress, from the stream of its steps. */
export class OpenJob<Job extends FollowedJob = ReplyJob> extends PushIterator<ReplyProgress> implements StepFollower {
  readonly id: string
  readonly stream: string
  lastEntry = '0-0'
  hasStarted = false
  /** Whether it was added to the queue. */
  isSubmitted = false
  /** Whether no worker may run it any more. */
  hasEnded = false
  /** Whether its steps cannot be read. */
  isUnreadable = false
  readonly #unread: ReplyProgress[] = []
  #run = ''
  /**
   * The attempts of earlier runs, the newest attempt, and the lengths of its text (at 0), of its thoughts (at 1), of its
   * fields (at 2) and of the arguments of its calls (at index + 3).
   */
  #earlier = 0
  #attempt = 0
  #lengths: number[] = []
  #runHasPieces = false
  #position: QueuePosition | undefined

  constructor(readonly job: Job) {
    super()
    this.id = jobIdOf(job)
    this.stream = stepsOf(job.kind, this.id)
    if (job.resumeAt !== undefined) this.#resume(job.resumeAt)
  }

  /** Whether it has ended, or its reader has left. */
  override get isOver(): boolean {
    return super.isOver
  }

  receive(run: string, step: string): void {
    if (this.isOver) return
    if (step === cancelledStep) {
      this.hasEnded = true
      this.finish()
      return
    }
    // text of a run that was lost is replaced
    if (run !== this.#run) [this.#earlier, this.#runHasPieces] = [this.#attempt, false]
    this.#run = run
    let line: ReplyLine
    try {
      line = decodeLine(step)
    } catch (error) {
      // a worker of another release
      this.#stopReading(error)
      return
    }
    if (line.kind === 'refused') this.fail(errorOf(line))
    else if (line.kind === 'search') this.#give(line)
    else if (line.kind === 'fields' || line.kind === 'thought' || line.kind === 'delta' || line.kind === 'tool_call')
      this.#givePiece(line)
    else if (line.kind === 'end') {
      // nothing would replace the pieces of the run that was lost
      if (line.outcome === 'completed' && this.#earlier > 0 && !this.#runHasPieces) return this.#stopReading(away())
      this.#give(line)
      this.hasEnded = true
      this.finish()
    } else if (line.kind === 'started' && !this.hasStarted) {
      this.hasStarted = true
      this.#give({ ...line, ...this.#resumption(1) })
    }
  }

  /** Reports a position that differs from the last one; without one, that the workers are away. */
  report(position: QueuePosition = this.#away()): void {
    if (this.isOver || this.hasStarted) return
    if (this.#position && !isReportable(this.#position, position, Date.now())) return
    this.#position = position
    this.#give(queuedAt(position))
  }

  /** The deltas and thoughts of these steps. */
  async piecesOf(entries: readonly StepEntry[]): Promise<(ReplyDelta | ReplyThought)[]> {
    for (const entry of entries) receiveEntry(this, entry)
    this.finish()
    const pieces = []
    for await (const progress of this)
      if (progress.kind === 'delta' || progress.kind === 'thought') pieces.push(progress)
    return pieces
  }

  /** No worker runs it, or will. */
  fail(error: unknown): void {
    this.hasEnded = true
    this.finish({ error })
  }

  /** Its reader has left. */
  readonly end = (): void => {
    this.#unread.length = 0
    this.finish()
  }

  protected nextItem(): ReplyProgress | undefined {
    return this.#unread.shift()
  }

  /** See `#resumption`. The attempt of the text counts as the first one. */
  #resume(resumeAt: string): void {
    // a text of an earlier release has no thoughts
    const [entry = '', run = '', attempt, length, thoughtLength = 0] = resumeAt.split(' ')
    this.lastEntry = entry
    this.#run = run
    this.#earlier = 1 - Number(attempt)
    this.#attempt = 1
    this.#lengths = [Number(length), Number(thoughtLength)]
    this.hasStarted = true
    this.#give({ kind: 'started' })
  }

  #givePiece(line: ReplyFields | ReplyThought | ReplyDelta | ReplyToolCall): void {
    const attempt = this.#earlier + line.attempt
    if (attempt !== this.#attempt) this.#lengths = []
    this.#attempt = attempt
    const at = line.kind === 'tool_call' ? line.index + 3 : places[line.kind]
    const known = this.#lengths[at]
    const length = known ?? 0
    // a step that was written twice, because the connection was lost before the answer
    if (line.offset < length || (line.kind === 'tool_call' && line.head && known !== undefined)) return
    if (line.offset > length) return this.#stopReading(away())
    this.#runHasPieces = true
    this.#lengths[at] = length + line.delta.length
    this.#give({
      ...line,
      attempt,
      ...(line.kind === 'tool_call' || line.kind === 'fields' ? {} : this.#resumption(line.attempt)),
    })
  }

  /** Where another reader continues; `attempt` is that of the run. */
  #resumption(attempt: number): { readonly resumeAt?: string } {
    if (!this.job.outlivesReader) return {}
    const [length = 0, thoughtLength = 0] = this.#lengths
    return { resumeAt: [this.lastEntry, this.#run, attempt, length, thoughtLength].join(' ') }
  }

  /** Redis has lost steps, or they are unknown. */
  #stopReading(error: unknown): void {
    this.isUnreadable = true
    this.finish({ error })
  }

  #away(): QueuePosition {
    return { position: this.#position?.position ?? 1, reason: 'WORKER_AWAY', startAt: null }
  }

  #give(progress: ReplyProgress): void {
    this.#unread.push(progress)
    this.deliver()
  }
}

/** The step that ends a job when its reader leaves; undefined when others may read on. */
export function lastStepOf({ isUnreadable, job }: OpenJob): string | undefined {
  if (isUnreadable) return lostStep
  // the timer of the deadline may fire within the millisecond before
  if (job.deadline - 2 <= steadyTime()) return encodeLine({ kind: 'end', outcome: 'failed', reason: 'timed_out' })
  return job.outlivesReader === true ? undefined : cancelledStep
}

/** Of a length. */
const places = { delta: 0, thought: 1, fields: 2 } as const
