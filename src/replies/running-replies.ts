import { setTimeout as pause } from 'node:timers/promises'
import { AppError, inSpan, reasonOf, repeat, within } from '@parley/runtime'
import type { EventBus } from '../ports/event-bus/event-bus.js'
import { kinds } from '../kinds.js'
import type { Room } from '../rooms/room.js'
import { isFinal, type Generation } from './generation.js'
import type { Run } from './generation-store.js'
import { ImageSlots } from './image-slots.js'
import { LiveReply } from './live-reply.js'
import { notWaiting, positionOf, type QueuePosition } from './queue-position.js'
import { runReply, writtenText, type RunReplyOptions } from './run-reply.js'
import { cancelReply, roomOf } from './save-reply.js'
import { snapshotOf, type Snapshot } from './watching/snapshot.js'

/** Carries the ids of generations that another instance has ended while this one may run them. */
const endedTopic = 'generations ended'

/** A message says that an instance that stops has released generations. */
export const releasedTopic = 'generations released'
/** Carries the ids of generations that another instance wants to cancel: the one that runs them has the newest text. */
export const cancelTopic = 'generations to cancel'
/** How long to wait for that instance, which answers within a few milliseconds unless it is overloaded or gone. */
const answerMs = 150
const answerPollMs = 20
/** How long to wait for the entry that another instance writes. */
const entryMs = 3_000
/** How long a stop waits for checkpoints that have begun. */
const releaseMs = 1_000
/** How long to wait for the end of a job. */
const jobEndMs = 500

/** The generations that this process runs, and the bus topics of their watchers. */
export class RunningReplies {
  readonly #live = new Map<string, LiveReply>()
  readonly #running = new Set<Promise<void>>()
  /** A reply holds its image from its job until its end. */
  readonly #withImages = new ImageSlots()
  #isStopping = false

  constructor(private readonly options: RunReplyOptions & { readonly bus: EventBus; readonly leaseMs: number }) {
    void this.#followEnds()
    void this.#followCancels()
  }

  /** True after `stop` was called: no generation is started. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  find(id: string): LiveReply | undefined {
    return this.#live.get(id)
  }

  /** The generation with its newest text, if it runs in this process or, with `before`, did so a moment ago. */
  newest(generation: Generation, before?: LiveReply): Generation {
    const live = this.#live.get(generation.id) ?? before
    if (!live || isFinal(generation.status)) return generation
    const { attempt, text, thoughts, thoughtsMs, webSearch, sources, status } = live.snapshot
    return { ...generation, attempt, text, thoughts, thoughtsMs, webSearch, sources, status }
  }

  /** The newest state of a generation, from memory if it runs in this process; null when it is deleted. */
  async newestSnapshot(id: string): Promise<Snapshot | null> {
    // it may end during the read, whose result can then be older than this state
    const before = this.#live.get(id)
    const generation = await this.options.store.find(id)
    if (!generation) return null
    const live = this.#live.get(id) ?? before
    if (live && !isFinal(generation.status)) return live.snapshot
    return { ...snapshotOf(generation), ...(await this.queuePosition(generation)) }
  }

  /** The queue position of a generation, also of one that waits in another instance if they share a queue. */
  async queuePosition({ status, ...run }: Run & Pick<Generation, 'status'>): Promise<QueuePosition> {
    const { generators, clock } = this.options
    const live = isFinal(status) ? undefined : this.#live.get(run.id)
    if (live || status !== 'QUEUED') return live?.snapshot ?? notWaiting
    const positions = await Promise.all(kinds.map(async (kind) => generators[kind].position?.(run)))
    // a kind without workers answers so for any job
    const known = positions.filter((each) => each !== undefined)
    const position =
      known.find(({ reason }) => reason !== 'WORKER_AWAY') ?? known.find((each) => each.position !== null) ?? known[0]
    return position ? positionOf(position, clock()) : notWaiting
  }

  /** Starts the run at once; recovery handles a failure. */
  start(generation: Generation, room: Room): void {
    this.#notifyRoom(generation)
    if (room.archivedAt !== null) this.options.roomChanges.publish(room, { kind: 'room' })
    const run = this.#run(generation, room).catch((error: unknown) => {
      // its row stays active until the lease expires, and recovery runs it again
      this.options.log.error({ generationId: generation.id, err: error }, 'generation.abandoned')
    })
    this.#running.add(run)
    void run.finally(() => this.#running.delete(run))
  }

  /** Stops generations whose rows were deleted, and notifies their watchers. */
  abandon(ids: readonly string[]): void {
    for (const id of ids) {
      this.abort(id)
      this.#wake(id)
    }
  }

  /** Stops the work on a generation that has ended in the store, at the instance that runs it. */
  abort(id: string): void {
    const live = this.#live.get(id)
    if (live) return live.abandon()
    this.options.bus.publish(endedTopic, id)
    // the instance that runs it may be gone
    void this.#cancelJobs(id)
  }

  /** Cancels a generation with its newest text, at the instance that runs it if that answers soon. */
  async cancel({ id, roomId }: Pick<Generation, 'id' | 'roomId'>): Promise<void> {
    const live = this.#live.get(id)
    const hasEnded = live
      ? await live.stopAndStore(() => cancelReply(this.options, live.run, live.room, live.progress))
      : await this.#cancelElsewhere(id)
    if (hasEnded) this.wakeWatchers({ id, roomId })
  }

  /** Cancels a generation that does not run here. False when it has ended before. */
  async #cancelElsewhere(id: string): Promise<boolean> {
    const { store, bus } = this.options
    bus.publish(cancelTopic, id)
    for (let waitedMs = 0; ; waitedMs += answerPollMs) {
      await pause(answerPollMs)
      const generation = await store.find(id)
      if (!generation || isFinal(generation.status)) return false
      const isTaken = generation.cancelledAt !== null && !store.owns(generation)
      if (waitedMs < (isTaken ? entryMs : answerMs)) continue
      // the recovery ends it after its lease
      if (isTaken) throw new AppError('UNAVAILABLE', { part: 'store' })
      // no text follows that end, and an instance that has died may have published all text before it
      await within(jobEndMs, this.#cancelJobs(id))
      const room = await roomOf(this.options.rooms, generation)
      // deleted with its room
      if (!room) return false
      try {
        return await cancelReply(this.options, generation, room, await writtenText(this.options, generation))
      } finally {
        bus.publish(endedTopic, id)
      }
    }
  }

  async #cancelJobs(id: string): Promise<void> {
    await Promise.all(kinds.map(async (kind) => this.options.generators[kind].cancel?.(id)))
  }

  /** Subscribes to the topic of a generation's watchers. */
  subscribe(id: string) {
    return this.options.bus.subscribe(topicOf(id))
  }

  /** Makes the watchers of the generation and the followers of its room read the store. */
  wakeWatchers(generation: Pick<Generation, 'id' | 'roomId'>): void {
    this.#wake(generation.id)
    this.#notifyRoom(generation)
  }

  /** Gives running generations `graceMs` to end, then leaves the rest for recovery. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    const isQueued = ([, { snapshot }]: [string, LiveReply]) => snapshot.status === 'QUEUED'
    // queued ones wait for the next start of a process: started now they would be interrupted
    await this.#release([...this.#live].filter(isQueued))
    await within(graceMs, this.idle())
    await this.#release([...this.#live])
    await this.idle()
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Releases all at once, since a queue slot that becomes free must not start another one. */
  async #release(replies: readonly [string, LiveReply][]): Promise<void> {
    for (const [, live] of replies) live.abandon()
    // a save that has begun must not end after the newest text is stored
    await within(releaseMs, this.options.checkpoints.idle())
    for (const [, live] of replies) await this.options.store.release(live.run, live.progress)
    if (replies.length > 0) this.options.bus.publish(releasedTopic, '')
  }

  async #run(generation: Generation, room: Room): Promise<void> {
    const { id } = generation
    const live = new LiveReply(generation, room)
    this.#live.set(id, live)
    const everyMs = this.options.leaseMs / 3
    // a renewal that hangs must not delay the next one
    const stopKeeping = repeat(() => within(everyMs, this.#keepLease(live)), { everyMs })
    let hasEnded = false
    try {
      const hasImage = generation.imageId !== null && this.options.hasVision(generation.model)
      const read = () => inSpan('generation', { 'parley.generation.id': id }, () => this.#read(live, generation, room))
      hasEnded = await (hasImage ? this.#withImages.run(generation.ownerId, read, live.signal) : read())
    } catch (error) {
      // aborted while it waited for its turn
      if (!live.signal.aborted || error !== live.signal.reason) throw error
    } finally {
      await live.whenStored()
      await stopKeeping()
      this.#live.delete(id)
      live.leave()
      this.wakeWatchers(generation)
      // a store that is away does not say whether another instance reads on
      if (!hasEnded) await this.#cancelIfOver(generation, room).catch(this.#cancelFailed(id))
    }
  }

  /** Runs a generation step by step; false when it did not end here. */
  async #read(live: LiveReply, generation: Generation, room: Room): Promise<boolean> {
    const { id } = generation
    let hasEnded = false
    for await (const step of runReply(this.options, { generation, room, signal: live.signal })) {
      // a step that was under way must not reach a client: the next run continues from the stored text
      if (live.signal.aborted) break
      const { status, attempt } = live.snapshot
      live.apply(step)
      hasEnded = step.kind === 'ended'
      if (step.kind === 'delta') this.options.bus.publish(topicOf(id), { id, ...step, resumeAt: undefined })
      // under a name of its own: an instance of an earlier release must not read it as text
      else if (step.kind === 'thought')
        this.options.bus.publish(topicOf(id), { id, thought: { ...step, resumeAt: undefined } })
      else this.#wake(id)
      const isMore = status !== live.snapshot.status || attempt !== live.snapshot.attempt || step.kind === 'search'
      if (isMore) this.#notifyRoom(generation)
    }
    return hasEnded
  }

  /** Ends the job of a reply that this instance no longer reads, unless another one continues it. */
  async #cancelIfOver({ id }: Generation, { kind }: Room): Promise<void> {
    const generation = await this.options.store.find(id)
    const isOver = generation?.sealedAt !== null || isFinal(generation.status)
    if (isOver) await this.options.generators[kind].cancel?.(id)
  }

  #cancelFailed(generationId: string) {
    return (error: unknown) =>
      this.options.log.warn({ generationId, reason: reasonOf(error) }, 'generation.cancel_failed')
  }

  #wake(id: string): void {
    this.options.bus.publish(topicOf(id), { id, changed: true })
  }

  #notifyRoom({ id, roomId }: Pick<Generation, 'id' | 'roomId'>): void {
    this.options.roomChanges.publish({ roomId }, { kind: 'generation', generationId: id })
  }

  /**
   * Renews the lease, and stops the generation if that fails because another instance has cancelled or claimed it. Never
   * rejects.
   */
  async #keepLease(live: LiveReply): Promise<void> {
    const { run } = live
    try {
      // without the text: it could overwrite that of an attempt whose first write is under way
      if (!(await this.options.store.renew(run)) && run === live.run) live.abandon()
    } catch (error) {
      // the store is unavailable: if the lease expires, another instance runs the generation again
      this.options.log.warn({ generationId: run.id, reason: reasonOf(error) }, 'lease.renewal_failed')
    }
  }

  /** The store decides whether a generation that a message names has ended. */
  async #followEnds(): Promise<void> {
    for await (const item of this.options.bus.subscribe(endedTopic)) {
      const isMeant = (id: string) => item.kind === 'lagged' || id === item.message
      for (const [id, live] of [...this.#live]) if (isMeant(id)) await this.#keepLease(live)
    }
  }

  /** The instance that asks has checked the caller, and cancels without this one when there is no answer. */
  async #followCancels(): Promise<void> {
    for await (const item of this.options.bus.subscribe(cancelTopic)) {
      const id = item.kind === 'message' && typeof item.message === 'string' ? item.message : ''
      const live = this.#live.get(id)
      if (live) await this.cancel(live.snapshot).catch(this.#cancelFailed(id))
    }
  }
}

function topicOf(generationId: string): string {
  return `generation:${generationId}`
}
