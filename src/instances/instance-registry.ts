import { ClockWatch, isAstray, type Logger, repeat, type StoreClock } from '@parley/runtime'
import {
  background,
  type Database,
  databaseTime,
  everyRow,
  lessThan,
  limitIdleTime,
  not,
  type Queries,
} from '@parley/statements'
import { InstallationTable } from '../database/tables/installation.js'
import { InstanceTable } from '../database/tables/instances.js'
import type { InstallationFact, InstallationFacts, Instance } from './instance.js'

/** How long an instance counts as running after its last heartbeat, in milliseconds. */
const liveMs = 15_000
const beatMs = 5_000
/** Less than `liveMs`: a frozen process blocks the heartbeats of the others for so long. */
const idleMs = 5_000

interface Registration {
  readonly others: readonly Instance[]
  /** The facts in which a running instance differs: this one must not run. */
  readonly refused: readonly InstallationFact[]
  readonly adopted: readonly InstallationFact[]
}

const advice = 'replies stream only from the instance that runs them; set REDIS_URL'

/**
 * The registry of the instances on one database. A registration and a heartbeat are one transaction under one lock, so
 * of two instances that start together with different facts exactly one is refused. The clock is that of the database.
 * A row is removed by its own process, or by any other one after `liveMs`. An instance whose row is gone was frozen or
 * cut off: it registers again, and is refused when another one has replaced a fact meanwhile.
 */
export class InstanceRegistry {
  #stopBeating: (() => Promise<void>) | undefined
  #others = 0
  #lacksRedis = false
  #hasFailed = false
  #seenMs = performance.now()
  readonly #watch: ClockWatch
  #isAstray = false

  constructor(
    private readonly options: {
      readonly database: Database
      readonly self: Omit<Instance, 'startedAt' | 'seenAt' | 'clockMs'>
      /** Follows the clock of the database with each heartbeat, unless this process is alone. */
      readonly clock: StoreClock
      /** Whether no other process can use the database, as with the embedded one. Then only facts are compared. */
      readonly isAlone: boolean
      readonly log: Logger
      /** Called with a fact of instances that no longer run, when this one has replaced it. */
      readonly onAdopted: (fact: InstallationFact) => void
      /** Called once, with the facts in which a running instance differs from this one, which ran before. */
      readonly onRefused: (facts: readonly InstallationFact[]) => void
    },
  ) {
    this.#watch = new ClockWatch('database', options.log)
  }

  /** Registers this process; returns the facts in which a running instance differs: then it is not registered. */
  async register(): Promise<readonly InstallationFact[]> {
    const { database, self, log, onAdopted } = this.options
    const { others, refused, adopted } = await database.write((db) => this.#register(db), background)
    this.#seenMs = performance.now()
    for (const fact of adopted) onAdopted(fact)
    const lacksRedis = others.length > 0 && ![self, ...others].every(({ hasRedis }) => hasRedis)
    if (lacksRedis && !this.#lacksRedis) log.warn({ instances: others.length + 1, advice }, 'redis.missing')
    if (!this.options.isAlone) this.#judgeClock(others)
    this.#others = others.length
    this.#lacksRedis = lacksRedis
    return refused
  }

  /** Repeats the heartbeat. */
  start(): void {
    const { isAlone, log, onRefused } = this.options
    if (isAlone) return
    const beat = async () => {
      const refused = await this.register()
      if (this.#hasFailed) log.info({}, 'heartbeat.resumed')
      this.#hasFailed = false
      if (refused.length === 0) return
      void this.#stopBeating?.()
      onRefused(refused)
    }
    const onError = (err: unknown) => {
      if (!this.#hasFailed) log.warn({ err }, 'heartbeat.failed')
      this.#hasFailed = true
    }
    this.#stopBeating = repeat(beat, { everyMs: beatMs, onError })
  }

  /** Sentences for operators on what works only in part. */
  warnings(): readonly string[] {
    const isUnseen = this.#stopBeating !== undefined && performance.now() - this.#seenMs > liveMs
    return [
      ...this.#watch.warnings(),
      ...(this.#lacksRedis ? [`${this.#others + 1} instances share the database: ${advice}`] : []),
      ...(this.#hasFailed || isUnseen
        ? ['The heartbeat of this instance fails: after 15 seconds the others count it as stopped']
        : []),
    ]
  }

  /** Why this instance must accept no replies: its clock is wrong, and that of another instance is not. */
  clockFault(): string | undefined {
    return this.#isAstray ? this.#watch.sentence() : undefined
  }

  /** Stops the heartbeat and removes the row. */
  async stop(): Promise<void> {
    const { database, self, isAlone } = this.options
    await this.#stopBeating?.()
    if (!isAlone) await database.write((db) => db.delete(InstanceTable, { id: self.id }))
  }

  /** Where every clock deviates, it may be that of the database which is wrong. */
  #judgeClock(others: readonly Instance[]): void {
    const { clock, log } = this.options
    const { differenceMs } = clock
    this.#watch.see(differenceMs)
    const isAstrayNow = isAstray(differenceMs) && others.some(({ clockMs }) => clockMs !== null && !isAstray(clockMs))
    if (isAstrayNow === this.#isAstray) return
    this.#isAstray = isAstrayNow
    if (isAstrayNow) log.error({ reason: this.#watch.sentence() }, 'instance.suspended')
    else log.info({}, 'instance.resumed')
  }

  async #register(db: Queries): Promise<Registration> {
    const { self, isAlone, clock } = this.options
    await limitIdleTime(db, idleMs)
    const [kept] = await db.select(InstallationTable, {}, { lock: 'update' })
    if (!kept) throw new Error('the database has no row of its installation')
    if (isAlone) return { others: [], refused: [], adopted: await this.#adopt(db, kept) }
    const now = await clock.read(() => databaseTime(db))
    const seen = { seenAt: now, clockMs: Math.round(clock.differenceMs) }
    await db.delete(InstanceTable, { id: not(self.id), seenAt: lessThan(now - liveMs) })
    const others = await db.select(InstanceTable, { id: not(self.id) })
    // a row that still exists has kept the others from replacing a fact
    if ((await db.update(InstanceTable, { id: self.id }, seen)) === 1) return { others, refused: [], adopted: [] }
    const refused = factNames.filter((fact) => others.some((other) => other[fact] !== self[fact]))
    if (refused.length > 0) return { others, refused, adopted: [] }
    await db.insert(InstanceTable, { ...self, startedAt: now, ...seen })
    return { others, refused, adopted: await this.#adopt(db, kept) }
  }

  /** Stores the facts of this instance; returns those that replace another value. */
  async #adopt(db: Queries, kept: NullableFacts): Promise<InstallationFact[]> {
    const { signingSecret, imageStore } = this.options.self
    const changed = factNames.filter((fact) => kept[fact] !== this.options.self[fact])
    if (changed.length > 0) await db.update(InstallationTable, everyRow, { signingSecret, imageStore })
    return changed.filter((fact) => kept[fact] !== null)
  }
}

type NullableFacts = { readonly [Fact in InstallationFact]: InstallationFacts[Fact] | null }

const factNames: readonly InstallationFact[] = ['signingSecret', 'imageStore']
