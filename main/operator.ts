import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, StoreClock } from '@parley/runtime'
import { databaseTime } from '@parley/statements'
import type { Config } from '../src/config/config.js'
import { perKind } from '../src/kinds.js'
import type { FileStore } from '../src/ports/file-store/file-store.js'
import { openChatLogStore } from './adapters/chat-log-store.js'
import { openEventBus } from './adapters/event-bus.js'
import { openDatabase } from './core.js'
import { openFileStore } from './adapters/file-store.js'
import { openOperatorDoor } from './roles/operator-door.js'
import { asStoreStartError } from './store-start-error.js'
import { createMailer } from './adapters/mailer.js'
import { createProduct } from './product.js'
import { servicePipeline } from './service-pipeline.js'
import { CleanupStack } from './cleanup-stack.js'
import { connectWorkers } from './workers/workers.js'

/** The product for one command, without a listener that other processes could reach. */
export interface Operator {
  readonly socket: string
  close(): Promise<void>
}

/** What a command may create, and what it needs besides the database. */
export interface Uses {
  readonly begins: boolean
  readonly usesImages: boolean
  readonly usesQueues: boolean
}

/**
 * Opens the stores for a command, without a running server or, on PostgreSQL, beside the servers.
 * It migrates nothing; with `begins` it creates the tables of an empty database.
 * Without `usesImages` neither the image folder nor the bucket is touched, without `usesQueues` not the queue in Redis.
 * @throws ConfigError when another process uses the folder or another version has written the data, AppError UNAVAILABLE
 * when the database cannot be reached.
 */
export async function openOperator(
  config: Config,
  { log, begins, usesImages, usesQueues }: Uses & { readonly log: Logger },
): Promise<Operator> {
  const cleanup = new CleanupStack(log)
  try {
    const database = await openDatabase(config, { cleanup, log, ofCommand: { begins } })
    const storeClock = new StoreClock()
    if (config.databaseUrl !== undefined) await storeClock.read(() => database.read(databaseTime))
    const clock = storeClock.now
    const workers = await connectWorkers(
      { ...config, redisUrl: usesQueues ? config.redisUrl : undefined, roles: [] },
      { log, children: undefined, cleanup },
    )
    const { bus } = await openEventBus(config, { database, log })
    cleanup.push(() => bus.close())
    const product = createProduct(config, {
      database,
      chatLogs: await openChatLogStore(config, { database, clock, cleanup, log }),
      fileStore: usesImages ? (await openFileStore(config, { database, log, cleanup })).store : noImages,
      bus,
      mailer: createMailer(config, log, clock),
      generators: perKind((kind) => workers[kind].generator),
      isModelReady: () => Promise.resolve(false),
      readServiceStatus: (kind) => workers[kind].status(),
      // no command writes a character
      countTokens: () => Promise.resolve(undefined),
      setQueuePaused: (kind, paused) => workers[kind].setPaused(paused),
      // no command signs in an account
      jwtKey: createSecretKey(randomBytes(64)),
      clock,
      fileClock: Date.now,
      clockFault: () => undefined,
      log,
    })
    cleanup.push(async () => {
      // no server may be there to continue them
      await product.purger.idle()
      await product.purger.stop()
    })
    const folder = mkdtempSync(join(tmpdir(), 'parley-'))
    cleanup.push(() => rmSync(folder, { recursive: true, force: true }))
    const parts = { product, service: servicePipeline(product, log), log, ready: () => Promise.resolve(true) }
    const socket = join(folder, 'door')
    const door = await openOperatorDoor(socket, parts)
    cleanup.push(() => door.close())
    return { socket, close: () => cleanup.all() }
  } catch (error) {
    await cleanup.all()
    throw asStoreStartError(error, config)
  }
}

const unopened = () => {
  throw new Error('the file store is not open')
}
const noImages: FileStore = {
  put: unopened,
  putParts: unopened,
  open: unopened,
  find: unopened,
  delete: unopened,
  list: unopened,
  tidy: unopened,
}
