import { randomUUID } from 'node:crypto'
import { patterns } from '../../schema/limits.js'
import { pageRequest } from '../database/page.js'
import type { Connection, PageArgs } from '../database/page.js'
import { isUniqueViolation } from '../database/translate-error.js'
import { AppError } from '../errors.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { EventBus } from '../ports/event-bus/event-bus.js'
import type { Room } from '../rooms/room.js'
import type { Caller, UserCaller } from '../users/caller.js'
import { readCursor } from './cursor.js'
import { isFinal } from './generation.js'
import type { Generation } from './generation.js'
import { LiveReply } from './live-replies.js'
import { isStoreAway } from './keep-trying.js'
import { keepReply, runReply } from './run-reply.js'
import type { RunReplyOptions } from './run-reply.js'
import { snapshotOf } from './snapshot.js'
import { GenerationWatch } from './watch.js'

export interface Message {
  readonly roomId: string
  readonly text: string
  readonly model: string
  readonly searchAccess: boolean
  readonly idempotencyKey?: string | null | undefined
}

export interface RepliesOptions extends RunReplyOptions {
  readonly idempotency: Idempotency
  readonly bus: EventBus
  /** Model names that `sendMessage` takes. */
  readonly models: readonly string[]
  readonly isModelReady: () => Promise<boolean>
  readonly leaseMs: number
  readonly newId?: () => string
}

/** Replies in the making. A generation is detached from every connection: clients only send, watch and cancel. */
export class Replies {
  readonly #live = new Map<string, LiveReply>()
  readonly #running = new Set<Promise<void>>()
  #stopping = false

  constructor(private readonly options: RepliesOptions) {}

  /**
   * Accepts a message: once this resolves, its generation is in the store and will end. Throws NOT_FOUND for a room the
   * caller may not use, CONFLICT while the room has an active generation, BAD_USER_INPUT for an unknown model.
   */
  async send(caller: UserCaller, { idempotencyKey, ...message }: Message) {
    if (this.#stopping) throw new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 5_000 })
    const room = await this.options.rooms.require(caller, message.roomId)
    if (!this.options.models.includes(message.model)) throw unknownModel()
    const call = { caller, operation: 'sendMessage', key: idempotencyKey, body: { ...message, roomId: room.roomId } }
    const request = { ...message, roomId: room.roomId, message: message.text, ownerId: caller.id }
    let made: Generation | undefined
    const { id, replayed } = await this.options.idempotency
      .once(call, async (em) => {
        const { message: said, ownerId, roomId, model, searchAccess } = request
        const generationId = (this.options.newId ?? randomUUID)()
        const row = { id: generationId, ownerId, roomId, message: said, model, searchAccess }
        made = await this.options.store.insert(em, row)
        // after the insert, which holds the account: whoever deletes both asks for them in this order
        if (!(await this.options.rooms.holds(em, roomId))) throw new AppError('NOT_FOUND')
        return generationId
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'generations')) throw error
        throw new AppError('CONFLICT', { message: 'This room has a reply in the making' })
      })
    if (replayed || !made) return { generation: await this.require(caller, id), replayed }
    // without another look: once it is in the store, nothing may come before its run
    this.#drive(made, room)
    return { generation: made, replayed }
  }

  /** What `send` takes as `model`, and whether it would answer now. */
  async models(): Promise<{ readonly name: string; readonly available: boolean }[]> {
    const available = await this.options.isModelReady()
    return this.options.models.map((name) => ({ name, available }))
  }

  /** A generation of the caller (or any, for an admin), with the text so far; null for missing and foreign ones. */
  async find(caller: Caller, id: string): Promise<Generation | null> {
    if (caller.kind !== 'user' || !patterns.uuid.test(id)) return null
    const before = this.#live.get(id)
    const generation = await this.options.store.find(id)
    if (!generation || (generation.ownerId !== caller.id && caller.role !== 'ADMIN')) return null
    return this.#newest(generation, before)
  }

  async require(caller: Caller, id: string): Promise<Generation> {
    const generation = await this.find(caller, id)
    if (!generation) throw new AppError('NOT_FOUND')
    return generation
  }

  /** Of a room the caller has already been let into; newest first. */
  async list(room: Room, page: PageArgs): Promise<Connection<Generation>> {
    return this.options.store.list(room.roomId, pageRequest(page))
  }

  /** Of rooms the caller has already been let into, in their order, null where nothing is made: for batching. */
  async active(roomIds: readonly string[]): Promise<(Generation | null)[]> {
    const generations = await this.options.store.activeIn(roomIds)
    const byRoom = new Map(generations.map((generation) => [generation.roomId, this.#newest(generation)]))
    return roomIds.map((roomId) => byRoom.get(roomId) ?? null)
  }

  /** Ends an active generation, queued or running, keeping its text so far; an ended or sealed one stays what it is. */
  async cancel(caller: Caller, id: string): Promise<Generation> {
    const generation = await this.require(caller, id)
    if (isFinal(generation.status)) return generation
    const live = this.#live.get(id)
    const cancel = () => this.options.store.cancel(id, live?.progress)
    if (await (live ? live.endWith(cancel) : cancel())) this.#wakeWatchers(id)
    return this.require(caller, id)
  }

  /** Ends the work on generations whose rows have been deleted, and tells those who watch them. */
  abandon(ids: readonly string[]): void {
    for (const id of ids) {
      this.#live.get(id)?.abort()
      this.#wakeWatchers(id)
    }
  }

  /**
   * The generation's events from `after` (an event's cursor) on, then live, until its final state. Throws
   * UNAUTHENTICATED, NOT_FOUND for missing and foreign ones, BAD_USER_INPUT for a cursor never issued.
   */
  async watch(caller: Caller, id: string, after: string | null | undefined): Promise<GenerationWatch> {
    if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
    await this.require(caller, id)
    const position = typeof after === 'string' ? readCursor(id, after) : undefined
    const subscription = this.options.bus.subscribe(topicOf(id))
    return new GenerationWatch({ subscription, look: () => this.#look(id), after: position })
  }

  /**
   * Takes over what a crash or a stop left active: a sealed reply is kept, a queued one runs, a running one without text
   * runs again once, any other ends FAILED with its partial text. `all` when no other process can be running any.
   */
  async recover(scope: { all: boolean }): Promise<void> {
    for (const generation of await this.options.store.expired(scope)) {
      if (this.#live.has(generation.id)) continue
      try {
        await this.#takeOver(generation)
      } catch (error) {
        if (isStoreAway(error)) throw error
        // one that cannot be ended does not hold up those behind it
        this.options.log.error({ generationId: generation.id, err: error }, 'generation not recovered')
      }
    }
  }

  /** Takes no new message, lets running ones end for `graceMs`, then leaves the rest for `recover`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    const isQueued = ([, { snapshot }]: [string, LiveReply]) => snapshot.status === 'QUEUED'
    // what only waits goes to the next start: begun now it would be cut in the middle
    await this.#release([...this.#live].filter(isQueued))
    const patience = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref())
    await Promise.race([this.idle(), patience])
    await this.#release([...this.#live])
    await this.idle()
  }

  /** All at once: the slot of one that ends must not start the next. */
  async #release(replies: readonly [string, LiveReply][]): Promise<void> {
    for (const [, live] of replies) live.abort()
    for (const [id, live] of replies) await this.options.store.release(id, live.progress)
  }

  /** Resolves when no generation runs in this process. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #takeOver(generation: Generation): Promise<void> {
    const { attempt, status, text, sealedAt } = generation
    const isQueued = status === 'QUEUED'
    const again = text === '' && sealedAt === null && (isQueued || attempt === 1)
    // a running one may have been watched: its text starts over
    const next = again && !isQueued ? attempt + 1 : attempt
    if (await this.options.store.claim(generation, next)) await this.#resume({ ...generation, attempt: next }, again)
  }

  async #resume(generation: Generation, again: boolean): Promise<void> {
    const owner: Caller = { kind: 'user', id: generation.ownerId, role: 'USER' }
    const room = await this.options.rooms.find(owner, generation.roomId)
    if (room && again) {
      this.#drive(generation, room)
      return
    }
    const kept = room && generation.sealedAt !== null
    if (kept) await keepReply(this.options, generation, room, generation.text)
    else await this.options.store.fail(generation.id, 'INTERRUPTED')
    this.#wakeWatchers(generation.id)
  }

  #drive(generation: Generation, room: Room): void {
    const run = this.#run(generation, room).catch((error: unknown) => {
      // its row stays active with a lease: recover() ends it
      this.options.log.error({ generationId: generation.id, err: error }, 'generation left to recovery')
    })
    this.#running.add(run)
    void run.finally(() => this.#running.delete(run))
  }

  async #run(generation: Generation, room: Room): Promise<void> {
    const { id } = generation
    const live = new LiveReply(generation)
    this.#live.set(id, live)
    const lease = setInterval(() => void this.#keepLease(id, live), this.options.leaseMs / 3)
    try {
      for await (const step of runReply(this.options, { generation, room, signal: live.signal })) {
        live.apply(step)
        if (step.kind === 'delta') this.options.bus.publish(topicOf(id), JSON.stringify({ id, ...step }))
        else this.#wakeWatchers(id)
      }
    } finally {
      clearInterval(lease)
      await live.stored()
      this.#live.delete(id)
      this.#wakeWatchers(id)
    }
  }

  /** Another instance may have cancelled it: the lease cannot be renewed then. */
  async #keepLease(id: string, live: LiveReply): Promise<void> {
    try {
      if (!(await this.options.store.checkpoint(id, live.progress))) live.abort()
    } catch (error) {
      // the store is away: the lease may run out, and then another instance ends it
      this.options.log.warn({ generationId: id, err: error }, 'lease not renewed')
    }
  }

  /** With the text as of now, where this process runs it or did so until a moment ago. */
  #newest(generation: Generation, before?: LiveReply): Generation {
    const live = this.#live.get(generation.id) ?? before
    if (!live || isFinal(generation.status)) return generation
    const { attempt, text, status } = live.snapshot
    return { ...generation, attempt, text, status }
  }

  async #look(id: string) {
    // it may end during the read: what was read of it is less than it had then
    const before = this.#live.get(id)
    const generation = await this.options.store.find(id)
    if (!generation) return null
    const live = this.#live.get(id) ?? before
    return live && !isFinal(generation.status) ? live.snapshot : snapshotOf(generation)
  }

  #wakeWatchers(id: string): void {
    this.options.bus.publish(topicOf(id), JSON.stringify({ id, changed: true }))
  }
}

function topicOf(generationId: string): string {
  return `generation:${generationId}`
}

function unknownModel(): AppError {
  const message = 'Invalid model name.'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', 'model'], rule: 'format', message }] })
}
