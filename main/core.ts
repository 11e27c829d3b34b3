import { tmpdir } from 'node:os'
import {
  answeredWithin,
  AppError,
  type Logger,
  reasonOf,
  repeat,
  reportingOutages,
  type StoreClock,
  systemErrorCode,
  within,
} from '@parley/runtime'
import type { Database } from '@parley/statements'
import { asFaultOf, ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { protectDatabase } from '../src/config/data-folder/data-dir.js'
import { DataLock } from '../src/config/data-folder/data-lock.js'
import { loadJwtSecret } from '../src/config/data-folder/jwt-secret.js'
import { storeRoles } from '../src/config/roles.js'
import { requireMigrated } from '../src/database/data-state.js'
import { openMigrated } from '../src/database/open-database.js'
import { indexCharacters } from '../src/characters/character-index.js'
import { indexEarlierEntries } from '../src/chat-logs/index-earlier-entries.js'
import type { EventBus } from '../src/ports/event-bus/event-bus.js'
import { unfinishedMark, type FileStore } from '../src/ports/file-store/file-store.js'
import { kinds, perKind } from '../src/kinds.js'
import { releasedTopic } from '../src/replies/running-replies.js'
import { Sweeper } from '../src/retention/sweeper.js'
import { recomputeKeys } from '../src/users/recompute-keys.js'
import { openChatLogStore, requireWhole } from './adapters/chat-log-store.js'
import { observedChatLogs } from './adapters/observed-chat-logs.js'
import { openEventBus } from './adapters/event-bus.js'
import { openFileStore } from './adapters/file-store.js'
import { watchStores, type StoreChecks } from '../src/instances/watch-stores.js'
import { watchDisks } from '../src/instances/watch-disks.js'
import { WatchedDamage } from '../src/instances/watch-damage.js'
import { WatchedWrites } from '../src/instances/watch-writes.js'
import { createMailer } from './adapters/mailer.js'
import type { Foundations } from './foundations.js'
import { joinInstallation } from './installation.js'
import type { PortOverrides } from './port-overrides.js'
import { createProduct, type Product } from './product.js'
import type { CleanupStack } from './cleanup-stack.js'
import { endsWithProcess } from './workers/worker-models.js'

interface Stores extends Pick<Foundations, 'database' | 'chatLogs' | 'jwtKey' | 'clockFault'> {
  /** `database` without a test's wrapper. */
  readonly bareDatabase: Database
  readonly images: FileStore
  /** Of the stores themselves, without a test's wrappers. */
  readonly checks: StoreChecks
  /** Sentences on what works only in part, because of other instances or of the images. */
  readonly warnings: () => readonly string[]
}

interface DatabaseOptions {
  readonly cleanup: CleanupStack
  readonly log: Logger
}

interface StoresOptions extends DatabaseOptions {
  /** The clock of the product, in epoch milliseconds; that of `storeClock` except in tests. */
  readonly clock: () => number
  /** Follows the clock of a database that other processes use. */
  readonly storeClock: StoreClock
  readonly wrap?: PortOverrides | undefined
  /** Called when this process must stop, since another instance has replaced its signing secret or images. */
  readonly onRefused?: ((error: ConfigError) => void) | undefined
}

/**
 * Locks the data folder, opens the databases and registers this instance; `cleanup` closes them.
 * @throws ConfigError when another process uses the folder, the chat logs are in another store or a running instance has
 * another signing secret or other images, AppError UNAVAILABLE when a database cannot be reached.
 */
export async function openStores(config: Config, options: StoresOptions): Promise<Stores> {
  const { clock, storeClock, cleanup, log, wrap = {}, onRefused = () => undefined } = options
  const jwtKey = loadJwtSecret(config)
  const bareDatabase = await openDatabase(config, { cleanup, log })
  const database = wrapped(bareDatabase, wrap.database)
  const bareChatLogs = await openChatLogStore(config, { database, clock, cleanup, log })
  const { chatLogs, watchWrites } = observedChatLogs(wrapped(bareChatLogs, wrap.chatLogs))
  const damage = new WatchedDamage(bareDatabase, log)
  const writes = new WatchedWrites(log)
  cleanup.push(() => writes.stop())
  writes.watch('database', bareDatabase)
  if (config.mongodbUrl !== undefined)
    writes.watch('chat_logs', { watchWrites, probeWrites: () => chatLogs.probeWrites() })
  const { store, folder, ...images } = await openFileStore(config, { database: bareDatabase, log, cleanup, writes })
  cleanup.push(watchDisks({ data: config.dataDir, temporary: tmpdir(), ...(folder ? { images: folder } : {}) }))
  const shared = { jwtKey, images: images.location(), onRefused }
  await requireWholeImages(store, images.warnings())
  const instances = await joinInstallation(config, {
    database: bareDatabase,
    clock: storeClock,
    log,
    cleanup,
    ...shared,
  })
  await writes.tryAll()
  const warnings = () => [...instances.warnings(), ...images.warnings(), ...writes.warnings(), ...damage.warnings()]
  const clockFault = () => instances.clockFault()
  const checks = {
    database: () => bareDatabase.ping(),
    images: images.check,
    ...(config.mongodbUrl === undefined ? {} : { chat_logs: () => bareChatLogs.ping() }),
  }
  return {
    database,
    bareDatabase,
    chatLogs,
    images: wrapped(store, wrap.fileStore),
    checks,
    jwtKey,
    warnings,
    clockFault,
  }
}

/** The mark cannot be read while the bucket is unavailable: the warnings say that it is. */
async function requireWholeImages(store: FileStore, { length: warnings }: readonly string[]): Promise<void> {
  const isMarked = warnings === 0 && (await store.find(unfinishedMark).catch(() => undefined)) !== undefined
  if (!isMarked) return
  throw new ConfigError(['IMAGES_URL: the bucket has only a part of the images: run npm run migrate-store again'])
}

/**
 * Opens only the database, for code that signs in no account; otherwise as `openStores`. `ofCommand` migrates nothing;
 * with `begins` it creates the tables of an empty database.
 * @throws ConfigError for data of a later version too, and with `ofCommand` for data of an earlier one.
 */
export async function openDatabase(
  config: Config,
  { cleanup, log, ofCommand }: DatabaseOptions & { readonly ofCommand?: { readonly begins: boolean } },
): Promise<Database> {
  if (config.databaseUrl === undefined) {
    const lock = acquireLock(config)
    cleanup.push(() => lock.release())
    protectDatabase(config.dataDir)
  }
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  const asFault = asFaultOf(url === undefined ? 'DATA_DIR' : 'DATABASE_URL')
  if (ofCommand) await requireMigrated({ url, dataDir }, ofCommand.begins).catch(asFault)
  const isOfCommand = ofCommand !== undefined
  const database = await openMigrated({ url, dataDir, limits, log, isOfCommand }).catch(asFault)
  cleanup.push(() => database.close())
  await requireWhole(database)
  await recomputeKeys(database, log)
  return database
}

function acquireLock({ dataDir, roles }: Config): DataLock {
  try {
    return DataLock.acquire(dataDir)
  } catch (error) {
    const isApart = !storeRoles.every((role) => roles.includes(role))
    if (!(error instanceof ConfigError) || systemErrorCode(error.cause) !== 'SQLITE_BUSY' || !isApart) throw error
    const together = `ROLES: on the embedded stores one process runs ${storeRoles.join(', ')}; apart they need DATABASE_URL`
    throw new ConfigError([...error.faults, together], error)
  }
}

/** The product with its stores, without listeners. */
export interface Core {
  readonly product: Product
  readonly database: Database
  readonly sweeper: Sweeper
  readonly bus: EventBus
  /** Throws AppError UNAVAILABLE when a store cannot be reached. */
  ping(): Promise<void>
  /** Sentences on what does not work now although the stores do. */
  readonly warnings: () => readonly string[]
  /** Why this instance accepts and ends no replies, in a sentence for operators. */
  readonly clockFault: () => string | undefined
}

/** The interval at which completions are charged whose process has ended, in milliseconds. */
const settleMs = 10_000
/** The interval at which mails are sent again that the mail server has not accepted, in milliseconds. */
const noticesMs = 60_000
/** How long a check of health waits for a store, in milliseconds: probes wait for a second. */
const pingMs = 800
/** The longest that a stop waits for a sweep or a recovery that is under way, in milliseconds. */
const stopMs = 2_000

interface CoreOptions
  extends
    Omit<StoresOptions, 'storeClock'>,
    Pick<
      Foundations,
      'fileClock' | 'generators' | 'isModelReady' | 'readServiceStatus' | 'setQueuePaused' | 'countTokens'
    > {
  readonly stores: Stores
  /** How long a stop waits for running generations, in milliseconds. */
  readonly drainMs: number
}

/** Builds the product on the stores. With the role `app` it also starts recovery. `cleanup` stops it. */
export async function openCore(config: Config, options: CoreOptions): Promise<Core> {
  const {
    stores,
    isModelReady,
    readServiceStatus,
    setQueuePaused,
    countTokens,
    log,
    drainMs,
    cleanup,
    wrap = {},
  } = options
  const { clock, fileClock } = options
  const { database, chatLogs, images: fileStore, jwtKey, clockFault } = stores
  const opened = await openEventBus(config, { database, log })
  const bus = wrapped<EventBus>(opened.bus, wrap.bus)
  cleanup.push(() => bus.close())
  const mailer = wrapped(createMailer(config, log, clock), wrap.mailer)
  cleanup.push(() => mailer.close())
  const kept = { database, chatLogs, fileStore, bus, mailer, jwtKey }
  const generators = perKind((kind) => wrapped(options.generators[kind], wrap.generator))
  const queues = { isModelReady, readServiceStatus, setQueuePaused, countTokens }
  const product = createProduct(config, { ...kept, generators, ...queues, clock, fileClock, clockFault, log })
  cleanup.push(() => product.sessionWatch.stop())
  cleanup.push(() => product.verification.idle())
  cleanup.push(() => within(stopMs, product.accountNotices.idle()))
  // with Redis another instance continues them, unless their workers end with this one
  const isHandedOver = config.redisUrl !== undefined && !kinds.some((kind) => endsWithProcess(config, kind))
  cleanup.push(() => product.running.stop(isHandedOver ? 0 : drainMs))
  cleanup.push(() => product.openCompletions.idle())
  const isAlone = config.databaseUrl === undefined
  if (config.roles.includes('app')) {
    const everyMs = config.redisUrl === undefined ? 10_000 : 2_000
    await startRecovery(product, { isAlone, everyMs, bus }, options)
  }
  if (config.roles.includes('app')) {
    const stopIndexing = indexEarlierEntries(chatLogs, (err) => log.warn({ err }, 'indexing.deferred'))
    cleanup.push(() => within(stopMs, stopIndexing()))
    const stopCharacters = indexCharacters(product.characterIndex, (err) => log.warn({ err }, 'indexing.deferred'))
    cleanup.push(() => within(stopMs, stopCharacters()))
    const stopReading = product.fileReading.start({ everyMs: 5_000, alone: isAlone })
    cleanup.push(() => within(stopMs, stopReading()))
    const onFailure = (err: unknown) => log.warn({ err }, 'data_exports.deferred')
    const stopExports = repeat(() => product.dataExports.round(), { everyMs: 5_000, onError: onFailure })
    cleanup.push(() => {
      product.dataExports.stop()
      return within(stopMs, stopExports())
    })
  }
  product.purger.start({ alone: isAlone })
  cleanup.push(() => product.purger.stop())
  const { generationRetentionMs } = config
  const sweeper = new Sweeper({
    database,
    images: product.images,
    files: product.files,
    testRooms: product.testRooms,
    clock,
    generationRetentionMs,
  })
  const onError = (err: unknown) => log.warn({ err }, 'sweep.deferred')
  const stopSweeping = repeat(() => unlessSuspended(stores, () => sweeper.sweep()), { everyMs: 600_000, onError })
  cleanup.push(() => within(stopMs, stopSweeping()))
  const onNoticeError = (err: unknown) => log.warn({ err }, 'account_notices.deferred')
  const stopNotices = repeat(() => product.accountNotices.round(), { everyMs: noticesMs, onError: onNoticeError })
  cleanup.push(() => within(stopMs, stopNotices()))
  const ping = async () => {
    const late = (what: string) => () =>
      new AppError('UNAVAILABLE', { part: 'store', message: `${what} did not answer in time` })
    await Promise.all([
      answeredWithin(pingMs, database.ping(), late('The database')),
      answeredWithin(pingMs, chatLogs.ping(), late('The store of chat logs')),
    ])
  }
  const warnings = () => [...opened.warnings(), ...stores.warnings()]
  cleanup.push(watchStores({ ...stores.checks, ...(opened.check ? { redis_bus: opened.check } : {}) }))
  return { product, database: stores.bareDatabase, sweeper, bus, ping, warnings, clockFault }
}

function wrapped<Port>(port: Port, wrap: (port: Port) => Port = (same) => same): Port {
  return wrap(port)
}

/** Leaves work that ends or deletes by the time to other instances while the clock of this one is wrong. */
async function unlessSuspended({ clockFault }: Pick<Stores, 'clockFault'>, work: () => Promise<void>): Promise<void> {
  if (clockFault() === undefined) await work()
}

/** Recovers what a crash left: replies continue or end, completions are charged. Repeats until `cleanup`. */
async function startRecovery(
  { recovery, openCompletions }: Product,
  { isAlone, everyMs, bus }: { readonly isAlone: boolean; readonly everyMs: number; readonly bus: EventBus },
  { stores, log, cleanup }: CoreOptions,
): Promise<void> {
  await unlessSuspended(stores, () => recovery.run({ all: isAlone }))
  await unlessSuspended(stores, () => openCompletions.settleLost())
  const recover = reportingOutages(() => unlessSuspended(stores, () => recovery.run({ all: false })), {
    onFailure: (error) => log.warn({ reason: reasonOf(error) }, 'recovery.deferred'),
    onSuccess: () => log.info({}, 'recovery.resumed'),
  })
  const stopRecovering = repeat(recover, { everyMs })
  const settle = reportingOutages(() => unlessSuspended(stores, () => openCompletions.settleLost()), {
    onFailure: (error) => log.warn({ reason: reasonOf(error) }, 'settlement.deferred'),
    onSuccess: () => log.info({}, 'settlement.resumed'),
  })
  const stopSettling = repeat(settle, { everyMs: settleMs })
  const released = bus.subscribe(releasedTopic)
  const following = (async () => {
    while (!(await released.next()).done) await recover()
  })()
  cleanup.push(async () => {
    await released.return()
    await within(stopMs, Promise.all([following, stopRecovering(), stopSettling()]))
  })
}
