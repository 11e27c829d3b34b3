import { scriptFault } from '../ai-workers/backends/script.js'
import { openApplication } from './compose/application.js'
import { createProduct } from './compose/product.js'
import type { Product } from './compose/product.js'
import { createWorkers } from './compose/worker.js'
import { ConfigError } from './config/config-error.js'
import type { Config } from './config/config.js'
import { loadJwtSecret } from './config/jwt-secret.js'
import { DataLock } from './config/data-lock.js'
import { Database } from './database/database.js'
import type { Logger } from './logger.js'
import { EmbeddedChatLogStore } from './ports/chat-log-store/embedded-chat-log-store.js'
import { MemoryEventBus } from './ports/event-bus/memory-event-bus.js'
import { Sweeper } from './retention/sweeper.js'

/** The running system. */
export interface App {
  /** Where the application service listens, also when port 0 was asked for. */
  readonly port: number
  readonly product: Product
  readonly database: Database
  readonly sweeper: Sweeper
  /** Resolves when no reply is being made. */
  idle(): Promise<void>
  /** Takes no new work, lets replies end for `drainMs`, closes everything in reverse order of opening. Once. */
  stop(): Promise<void>
}

export interface AppOptions {
  readonly log: Logger
  readonly clock?: () => number
  /** How long a stop waits for replies in the making. Default 8 s. */
  readonly drainMs?: number
}

const recoveryMs = 10_000

/**
 * Starts everything the configuration names.
 * @throws ConfigError when what it names cannot be used, AppError UNAVAILABLE when a store cannot be reached.
 */
export async function startApp(config: Config, { log, clock = Date.now, drainMs = 8_000 }: AppOptions): Promise<App> {
  const fault = scriptFault(`scripted:${config.localModel.options}`)
  if (fault !== undefined) throw new ConfigError([`LOCAL_MODEL: ${fault}`])
  const jwtKey = loadJwtSecret(config)
  const embedded = config.databaseUrl === undefined
  const undo: (() => void | Promise<void>)[] = []
  const stopAll = () => unwind(undo, log)
  try {
    if (embedded) {
      const lock = DataLock.take(config.dataDir)
      undo.push(() => lock.release())
    }
    const database = await Database.open({ url: config.databaseUrl, dataDir: config.dataDir })
    undo.push(() => database.close())
    const chatLogs = new EmbeddedChatLogStore(database, clock)
    const bus = new MemoryEventBus()
    undo.push(() => bus.close())
    const generators = createWorkers(config, log)
    const product = createProduct(config, { database, chatLogs, bus, generators, jwtKey, clock, log })
    undo.push(async () => {
      await product.replies.stop(drainMs)
      await Promise.all([generators.office.close(), generators.character.close()])
    })
    await product.replies.recover({ all: embedded })
    const recovery = setInterval(() => void recover(product, log), recoveryMs)
    undo.push(() => clearInterval(recovery))
    const { generationRetentionMs } = config
    const sweeper = new Sweeper({ database, clock, log, generationRetentionMs })
    sweeper.start()
    undo.push(() => sweeper.stop())
    const ready = () => database.ping().then(() => true)
    const application = await openApplication(config, { product, log, ready })
    undo.push(() => application.close())
    let stopped: Promise<void> | undefined
    return {
      port: application.port,
      product,
      database,
      sweeper,
      idle: () => product.replies.idle(),
      stop: () => (stopped ??= stopAll()),
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Undoes in reverse order; a step that fails does not keep the others from running. */
async function unwind(undo: (() => void | Promise<void>)[], log: Logger): Promise<void> {
  for (const step of undo.reverse()) {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, 'part not stopped cleanly')
    }
  }
}

async function recover(product: Product, log: Logger): Promise<void> {
  try {
    await product.replies.recover({ all: false })
  } catch (error) {
    // the store is away: the next round tries again
    log.warn({ err: error }, 'recovery put off')
  }
}
