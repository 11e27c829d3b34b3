import { randomUUID } from 'node:crypto'
import { AppError, type ResultBytes } from '@parley/runtime'
import {
  type Conditions,
  connection,
  type Connection,
  type Database,
  lessThan,
  oneOf,
  type PageRequest,
  type Queries,
  selectCounted,
  selectPage,
  type WriteOptions,
} from '@parley/statements'
import { GenerationTable } from '../database/tables/generations.js'
import { generations } from '../metrics/replies.js'
import { activeStatuses, hasOwnText, isFinal, type Generation, type GenerationErrorCode } from './generation.js'

const generationPage = selectPage(GenerationTable)
const countedGenerations = selectCounted(GenerationTable)

type NewGeneration = Pick<Generation, 'id' | 'roomId' | 'ownerId' | 'message' | 'model' | 'searchAccess'> &
  Partial<
    Pick<
      Generation,
      | 'sender'
      | 'regeneratesIndex'
      | 'regeneratesVersion'
      | 'continuesFrom'
      | 'text'
      | 'imageId'
      | 'attachments'
      | 'timeZone'
    >
  >

/**
 * The text of an attempt so far with its thoughts, their time and its search, where its progress continues, and how it
 * ended with its receipt when it has ended.
 */
export type AttemptText = Pick<Generation, 'attempt' | 'text' | 'thoughts'> &
  Partial<Pick<Generation, 'thoughtsMs' | 'webSearch' | 'sources' | 'resumeAt' | 'receipt' | 'finishReason'>>

/** One run of a generation. Its updates change nothing once the run was interrupted. */
export type Run = Pick<Generation, 'id' | 'interruptions'>

/**
 * The rows of generations, in one instance. Every update names the states and the owner that it may start from: of two
 * competing updates one changes nothing.
 */
export class GenerationStore {
  readonly #owner = randomUUID()

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
    private readonly options: {
      readonly leaseMs: number
      /** Charges the tokens of a generation in the transaction that ends it, so exactly once even after a crash. */
      readonly spendTokens: (db: Queries, ended: Generation) => Promise<void>
      /** Counts a reply with an entry for the owner of its room, in the same transaction. */
      readonly countReply: (db: Queries, roomId: string) => Promise<void>
    },
  ) {}

  /** Whether this instance runs the generation, or ends it. */
  owns({ owner }: Pick<Generation, 'owner'>): boolean {
    return owner === this.#owner
  }

  async find(id: string): Promise<Generation | null> {
    const [generation] = await this.findAll({ id })
    return generation ?? null
  }

  /** In no order; `bytes` counts their size. */
  findAll(where: Conditions<Generation>, bytes?: ResultBytes): Promise<readonly Generation[]> {
    return this.database.read((db) => countedGenerations(db, { where }, bytes))
  }

  /** At most one per room; `bytes` counts their size. */
  activeIn(roomIds: readonly string[], bytes?: ResultBytes): Promise<readonly Generation[]> {
    return this.findAll({ roomId: oneOf(roomIds), status: oneOf(activeStatuses) }, bytes)
  }

  /** Newest first. */
  async list(roomId: string, request: PageRequest): Promise<Connection<Generation>> {
    const selection = { where: { roomId }, orderBy: { createdAt: 'desc' }, after: request.after } as const
    const rows = await this.database.read((db) => generationPage(db, selection, request))
    return connection(request, rows, ({ createdAt }) => [createdAt])
  }

  /** Inserts a queued generation. A second active one in the room violates a unique index. */
  async insert(db: Queries, request: NewGeneration): Promise<Generation> {
    const { roomId } = request
    const newestFirst = { columns: ['createdAt'], orderBy: { createdAt: 'desc' } } as const
    const newest = await db.selectOne(GenerationTable, { roomId }, newestFirst)
    const now = this.clock()
    const generation: Generation = {
      regeneratesIndex: null,
      regeneratesVersion: null,
      continuesFrom: null,
      text: '',
      imageId: null,
      attachments: null,
      keyId: null,
      timeZone: null,
      sender: null,
      ...request,
      status: 'QUEUED',
      attempt: 1,
      thoughts: null,
      thoughtsMs: null,
      webSearch: null,
      sources: null,
      interruptions: 0,
      errorCode: null,
      receipt: null,
      lore: null,
      persona: null,
      finishReason: null,
      promptEstimate: 0,
      historyEnd: null,
      sealedAt: null,
      cancelledAt: null,
      entryIndex: null,
      owner: this.#owner,
      resumeAt: null,
      leaseUntil: now + this.options.leaseMs,
      // strictly increasing in a room, so that it orders and pages the generations
      createdAt: Math.max(now, (newest?.createdAt ?? 0) + 1),
      finishedAt: null,
    }
    await db.insert(GenerationTable, { ...generation })
    return generation
  }

  /** Not flushed: after a power loss the generation can be QUEUED again, and its run begins with the next attempt. */
  start(
    run: Run,
    beginning: AttemptText & Pick<Generation, 'promptEstimate' | 'historyEnd' | 'resumeAt' | 'lore' | 'persona'>,
  ): Promise<boolean> {
    const change = { ...beginning, status: 'RUNNING', leaseUntil: this.#lease() } as const
    return this.#update(this.#running(run), change, { mayBeUndone: true })
  }

  /**
   * Saves texts in one transaction, without renewing leases; false for a run that has ended in the meantime, as by a
   * cancel.
   */
  checkpoint(some: readonly { readonly run: Run; readonly text: AttemptText }[]): Promise<boolean[]> {
    return this.database.write(async (db) => {
      const areOwn: boolean[] = []
      for (const { run, text } of some) areOwn.push((await db.update(GenerationTable, this.#running(run), text)) > 0)
      return areOwn
    })
  }

  /** Renews the lease; false when another instance has ended or claimed the generation. */
  renew(run: Run): Promise<boolean> {
    return this.#update(this.#own(run), { leaseUntil: this.#lease() })
  }

  /** Ends a run without ending the generation, which waits again. */
  interrupt(run: Run, progress: AttemptText): Promise<boolean> {
    const interruptions = run.interruptions + 1
    const change = { ...progress, resumeAt: null, status: 'QUEUED', interruptions, leaseUntil: this.#lease() } as const
    return this.#change(run, change)
  }

  /**
   * Makes the text final, so that a later cancel has no effect; of a run that has failed with its reason. False when a
   * cancel was first.
   */
  seal(run: Run, progress: AttemptText & Partial<Pick<Generation, 'errorCode'>>): Promise<boolean> {
    return this.#change(run, { ...progress, status: 'RUNNING', sealedAt: this.clock(), leaseUntil: this.#lease() })
  }

  /** Ends a sealed generation: CANCELLED if it was sealed by a cancel, FAILED with the reason that it was sealed with, else COMPLETED. */
  endSealed(
    { cancelledAt, errorCode, ...run }: Run & Pick<Generation, 'cancelledAt' | 'errorCode'>,
    entryIndex: number | null,
  ): Promise<boolean> {
    const where = this.#own(run)
    if (errorCode !== null) return this.#end(where, { status: 'FAILED', errorCode, entryIndex })
    return this.#end(where, { status: cancelledAt === null ? 'COMPLETED' : 'CANCELLED', entryIndex })
  }

  fail(run: Run, errorCode: GenerationErrorCode, progress?: AttemptText): Promise<boolean> {
    return this.#end(this.#running(run), { ...progress, status: 'FAILED', errorCode, finishReason: 'OTHER' })
  }

  /**
   * Cancels a generation, whichever instance runs it. One without text of its own ends; one with text is sealed, and from
   * then on this instance owns it, and no run changes it. Null when it has ended, or was sealed by its run or by another
   * instance.
   */
  async cancel(
    { id, continuesFrom }: Pick<Generation, 'id' | 'continuesFrom'>,
    progress: AttemptText,
  ): Promise<Generation | null> {
    const now = this.clock()
    const where = { id, status: oneOf(activeStatuses), sealedAt: null }
    const cancelled = { ...progress, cancelledAt: now, finishReason: 'CANCELLED' } as const
    if (!hasOwnText({ ...progress, continuesFrom })) {
      const hasEnded = await this.#end(where, { ...cancelled, status: 'CANCELLED' })
      return hasEnded ? this.find(id) : null
    }
    const sealed = { status: 'RUNNING', sealedAt: now, owner: this.#owner, leaseUntil: this.#lease() } as const
    await this.#update(where, { ...cancelled, ...sealed })
    // also after an earlier call whose answer or entry failed
    const found = await this.find(id)
    return found && this.owns(found) && found.cancelledAt !== null && !isFinal(found.status) ? found : null
  }

  /** Ends the lease, so that any instance can claim the generation at once. */
  release(run: Run, progress: AttemptText): Promise<boolean> {
    return this.#change(run, { ...progress, leaseUntil: 0 })
  }

  /**
   * Removes an ended generation of an account and returns its room. Null without such a generation. Throws CONFLICT while it is
   * active.
   */
  remove(id: string, ownerId: number): Promise<string | null> {
    return this.database.write(async (db) => {
      const columns = ['roomId', 'status'] as const
      const found = await db.selectOne(GenerationTable, { id, ownerId }, { columns, lock: 'update' })
      if (!found) return null
      if (!isFinal(found.status)) throw new AppError('CONFLICT', { message: 'The generation has not ended' })
      await db.delete(GenerationTable, { id })
      return found.roomId
    })
  }

  /**
   * Active generations with an expired lease, oldest first; with `all` every active one, when no other process can
   * exist.
   */
  expired({ all }: { all: boolean }): Promise<Generation[]> {
    const where = { status: oneOf(activeStatuses), ...(all ? {} : { leaseUntil: lessThan(this.clock()) }) }
    return this.database.read((db) => db.select(GenerationTable, where, { orderBy: { createdAt: 'asc' } }))
  }

  /** Claims an expired generation for the run `next`; false when another instance was first, or its owner has saved text. */
  claim(
    { id, owner, leaseUntil, text, thoughts }: Generation,
    { status, attempt, interruptions, resumeAt }: Pick<Generation, 'status' | 'attempt' | 'interruptions' | 'resumeAt'>,
  ): Promise<boolean> {
    const change = { status, attempt, interruptions, resumeAt, owner: this.#owner, leaseUntil: this.#lease() }
    return this.#update({ id, owner, leaseUntil, text, thoughts, status: oneOf(activeStatuses) }, change)
  }

  #change(run: Run, change: Partial<Generation>): Promise<boolean> {
    return this.#update(this.#running(run), change)
  }

  /** A generation that this run may change. */
  #running(run: Run) {
    return { ...this.#own(run), cancelledAt: null }
  }

  #own({ id, interruptions }: Run) {
    return { id, interruptions, owner: this.#owner, status: oneOf(activeStatuses) }
  }

  #update(where: Conditions<Generation>, change: Partial<Generation>, options?: WriteOptions): Promise<boolean> {
    return this.database.write(async (db) => (await db.update(GenerationTable, where, change)) > 0, options)
  }

  async #end(where: Conditions<Generation> & { readonly id: string }, change: Partial<Generation>): Promise<boolean> {
    const ended = await this.database.write(async (db) => {
      if ((await db.update(GenerationTable, where, { ...change, finishedAt: this.clock() })) === 0) return undefined
      const generation = await db.selectOne(GenerationTable, { id: where.id })
      if (generation) await this.options.spendTokens(db, generation)
      if (generation && generation.entryIndex !== null && generation.status !== 'CANCELLED')
        await this.options.countReply(db, generation.roomId)
      return { model: generation?.model ?? '', state: change.errorCode ?? change.status ?? '' }
    })
    if (ended) generations.inc(ended)
    return ended !== undefined
  }

  #lease(): number {
    return this.clock() + this.options.leaseMs
  }
}
