import { In, IsNull, LessThan } from 'typeorm'
import type { EntityManager, FindOptionsWhere } from 'typeorm'
import type { Database } from '../database/database.js'
import { connection } from '../database/statements/page.js'
import type { Connection, PageRequest } from '../database/statements/page.js'
import type { Condition } from '../database/statements/conditions.js'
import { selectCounted, selectPage } from '../database/statements/select-page.js'
import { selectRows } from '../database/statements/select-rows.js'
import { GenerationTable } from '../database/tables/generations.js'
import type { ResultBytes } from '../result-bytes.js'
import type { Generation, GenerationErrorCode, GenerationStatus } from './generation.js'

export interface GenerationStoreOptions {
  readonly leaseMs: number
  /** Charges for one that has ended, in the write that ends it: once, whatever crashes. */
  readonly charge: (em: EntityManager, ended: Generation) => Promise<void>
}

const generations = selectRows(GenerationTable)
const generationPage = selectPage(GenerationTable)
const countedGenerations = selectCounted(GenerationTable)
const instants = selectRows(GenerationTable, ['createdAt'])
const active: GenerationStatus[] = ['QUEUED', 'RUNNING']

type NewGeneration = Pick<Generation, 'id' | 'roomId' | 'ownerId' | 'message' | 'model' | 'searchAccess'> &
  Partial<Pick<Generation, 'regeneratesIndex' | 'regeneratesVersion'>>

/** How far an attempt has come; with its receipt when it has ended. */
export type AttemptText = Pick<Generation, 'attempt' | 'text'> & Partial<Pick<Generation, 'receipt'>>

/** The rows of generations. Every change names the states it may start from: of two that race, one finds nothing to change. */
export class GenerationStore {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
    private readonly options: GenerationStoreOptions,
  ) {}

  async find(id: string): Promise<Generation | null> {
    const where = [{ column: 'id', is: '=', value: id }] as const
    const [generation = null] = await this.database.read((em) => generations(em, { where }))
    return generation
  }

  /** At most one of each room; `bytes` counts them. */
  activeIn(roomIds: readonly string[], bytes?: ResultBytes): Promise<readonly Generation[]> {
    const where = [
      { column: 'roomId', is: 'in', values: roomIds },
      { column: 'status', is: 'in', values: active },
    ] as const
    return this.database.read((em) => countedGenerations(em, { where }, bytes))
  }

  /** Newest first. */
  async list(roomId: string, request: PageRequest): Promise<Connection<Generation>> {
    const [before] = request.after ?? []
    const where: Condition<Generation>[] = [{ column: 'roomId', is: '=', value: roomId }]
    if (before !== undefined) where.push({ column: 'createdAt', is: '<', value: before })
    const rows = await this.database.read((em) =>
      generationPage(em, { where, orderBy: { column: 'createdAt', descending: true } }, request),
    )
    return connection(request, rows, ({ createdAt }) => [createdAt])
  }

  /** Inserts a queued generation. A second active one in the room breaks a unique rule. */
  async insert(em: EntityManager, request: NewGeneration): Promise<Generation> {
    const { roomId } = request
    const [newest] = await instants(em, {
      where: [{ column: 'roomId', is: '=', value: roomId }],
      orderBy: { column: 'createdAt', descending: true },
      limit: 1,
    })
    const now = this.clock()
    const generation: Generation = {
      regeneratesIndex: null,
      regeneratesVersion: null,
      ...request,
      status: 'QUEUED',
      attempt: 1,
      text: '',
      errorCode: null,
      receipt: null,
      promptEstimate: 0,
      sealedAt: null,
      entryIndex: null,
      leaseUntil: now + this.options.leaseMs,
      // rises strictly in a room, so that it orders and pages its generations
      createdAt: Math.max(now, (newest?.createdAt ?? 0) + 1),
      finishedAt: null,
    }
    await em.insert(GenerationTable, { ...generation })
    return generation
  }

  start(id: string, promptEstimate: number): Promise<boolean> {
    return this.#change(id, active, { status: 'RUNNING', promptEstimate, leaseUntil: this.#lease() })
  }

  /** Renews the lease and saves the text; false when it has been cancelled meanwhile. */
  checkpoint(id: string, progress: AttemptText): Promise<boolean> {
    return this.#change(id, active, { ...progress, leaseUntil: this.#lease() })
  }

  /** Makes the text final; from here on a cancel comes too late. False when the cancel was first. */
  seal(id: string, progress: AttemptText): Promise<boolean> {
    return this.#change(id, active, {
      ...progress,
      status: 'RUNNING',
      sealedAt: this.clock(),
      leaseUntil: this.#lease(),
    })
  }

  complete(id: string, entryIndex: number): Promise<boolean> {
    return this.#end({ id, status: In(active) }, { status: 'COMPLETED', entryIndex })
  }

  fail(id: string, errorCode: GenerationErrorCode, progress?: AttemptText): Promise<boolean> {
    return this.#end({ id, status: In(active) }, { ...progress, status: 'FAILED', errorCode })
  }

  cancel(id: string, progress?: AttemptText): Promise<boolean> {
    return this.#end({ id, status: In(active), sealedAt: IsNull() }, { ...progress, status: 'CANCELLED' })
  }

  /** Ends the lease, so that any instance can take over at once. */
  release(id: string, progress: AttemptText): Promise<boolean> {
    return this.#change(id, active, { ...progress, leaseUntil: 0 })
  }

  /** Active generations that no instance may be running, oldest first; `all` when no other process can exist. */
  expired({ all }: { all: boolean }): Promise<Generation[]> {
    return this.database.read((em) =>
      em.find(GenerationTable, {
        where: { status: In(active), ...(all ? {} : { leaseUntil: LessThan(this.clock()) }) },
        order: { createdAt: 'ASC' },
      }),
    )
  }

  /** Takes over an expired one; false when another instance was first. */
  claim({ id, leaseUntil, attempt }: Generation, nextAttempt: number): Promise<boolean> {
    const where = { id, leaseUntil, attempt, status: In(active) }
    const change = { leaseUntil: this.#lease(), attempt: nextAttempt }
    return this.database.write(async (em) => ((await em.update(GenerationTable, where, change)).affected ?? 0) > 0)
  }

  #change(id: string, from: GenerationStatus[], change: Partial<Generation>): Promise<boolean> {
    return this.database.write(async (em) => {
      const { affected } = await em.update(GenerationTable, { id, status: In(from) }, change)
      return (affected ?? 0) > 0
    })
  }

  #end(where: FindOptionsWhere<Generation> & { id: string }, change: Partial<Generation>): Promise<boolean> {
    return this.database.write(async (em) => {
      const { affected } = await em.update(GenerationTable, where, { ...change, finishedAt: this.clock() })
      if ((affected ?? 0) === 0) return false
      const [ended] = await generations(em, { where: [{ column: 'id', is: '=', value: where.id }] })
      if (ended) await this.options.charge(em, ended)
      return true
    })
  }

  #lease(): number {
    return this.clock() + this.options.leaseMs
  }
}
