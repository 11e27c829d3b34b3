import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger, systemErrorCode } from '@parley/runtime'
import { openFileStore } from '../../main/adapters/file-store.js'
import { CleanupStack } from '../../main/cleanup-stack.js'
import { asFaultOf, ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { DataLock } from '../../src/config/data-folder/data-lock.js'
import { requireMigrated } from '../../src/database/data-state.js'
import { openUnchanged } from '../../src/database/open-database.js'
import { installationOf } from '../../src/database/installation.js'
import { DiskFileStore } from '../../src/ports/file-store/disk-file-store.js'
import { hasDatabase, Refusal } from '../operator/command.js'
import { DatabaseMove } from './database-move.js'
import { ImageMove } from './image-move.js'
import type { Move } from './move.js'

interface OpenMoves {
  readonly moves: readonly Move[]
  readonly close: () => Promise<void>
}

/**
 * Locks the data folder, opens its database for reads, and the targets of the settings.
 */
export async function openMoves(config: Config): Promise<OpenMoves> {
  const { dataDir, databaseUrl, databaseLimits: limits, mongodbUrl, imageBucket } = config
  if (databaseUrl === undefined && mongodbUrl === undefined && !imageBucket)
    throw new Refusal('Set DATABASE_URL, MONGODB_URL or IMAGES_URL to where the data is moved (see --help).', 64)
  if (!hasDatabase(dataDir))
    throw new Refusal(`There is no database in ${dataDir}. Set DATA_DIR to the data folder of the server.`, 66)
  const log = createLogger('silent')
  const cleanup = new CleanupStack(log)
  try {
    const lock = acquireLock(dataDir)
    cleanup.push(() => lock.release())
    await requireMigrated({ dataDir }).catch(asFaultOf('DATA_DIR'))
    const source = await openUnchanged({ dataDir })
    cleanup.push(() => source.close())
    const { id, chatLogStore, imageStore } = await installationOf(source)
    const moves: Move[] = []
    const add = (move: Move) => {
      cleanup.push(() => move.close())
      moves.push(move)
    }
    const movesLogs = mongodbUrl !== undefined && chatLogStore === 'embedded'
    const folder = join(dataDir, 'images', id)
    const movesImages = imageBucket !== undefined && imageStore?.startsWith('s3:') !== true && existsSync(folder)
    if (movesImages) {
      const { store, warnings } = await openFileStore(config, { database: source, log, cleanup })
      const [warning] = warnings()
      if (warning !== undefined) throw new Refusal(`IMAGES_URL: ${warning}`, 69)
      add(await ImageMove.open(new DiskFileStore(folder), store))
    }
    if (databaseUrl !== undefined) {
      const kept = movesLogs || chatLogStore === 'mongodb' ? 'mongodb' : 'embedded'
      add(await DatabaseMove.open({ source, url: databaseUrl, limits, chatLogStore: kept, movesImages }))
    }
    if (mongodbUrl !== undefined) {
      // loads the driver only for MongoDB
      const { LogMove } = await import('./log-move.js')
      const recordedIn = databaseUrl === undefined ? dataDir : undefined
      const move = await LogMove.open({ source, url: mongodbUrl, installationId: id, recordedIn, isMoved: !movesLogs })
      // logs that an earlier run has moved are compared when nothing else moves: a server may have added some
      if (movesLogs || (moves.length === 0 && move.transfers.some(({ rows }) => rows > 0))) add(move)
      else await move.inspect().finally(() => move.close())
    }
    return { moves, close: () => cleanup.all() }
  } catch (error) {
    await cleanup.all()
    throw error
  }
}

function acquireLock(dataDir: string): DataLock {
  try {
    return DataLock.acquire(dataDir)
  } catch (error) {
    if (!(error instanceof ConfigError) || systemErrorCode(error.cause) !== 'SQLITE_BUSY') throw error
    throw new Refusal(
      `${error.faults[0] ?? ''}: stop the server, and start it again with the new settings afterwards.`,
      75,
      error,
    )
  }
}
