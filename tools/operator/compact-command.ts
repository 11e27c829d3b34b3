import { join } from 'node:path'
import { StoreDamaged, systemErrorCode } from '@parley/runtime'
import { compactFile, isDamaged } from '@parley/statements'
import { Audit } from '../../src/audit/audit.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { DataLock } from '../../src/config/data-folder/data-lock.js'
import { databaseFileFault } from '../../src/config/data-folder/file-fault.js'
import { readDataState } from '../../src/database/data-state.js'
import { openMigrated } from '../../src/database/open-database.js'
import { hasDatabase, noDatabaseIn, Refusal } from './command.js'
import { commandOf, type Output } from './verb.js'

/** The command that needs the database for itself, and so runs no operation. */
export const compactVerb = commandOf('compact')

interface CompactOutput {
  /** The size that the file will have about, once. */
  readonly say: (line: string) => void
  readonly showProgress: (text: string) => void
}

/** Writes the embedded database anew, without unused space. Throws Refusal, among others while a server runs. */
export async function runCompactCommand(
  { dataDir, databaseUrl }: Config,
  { say, showProgress }: CompactOutput,
): Promise<Output> {
  if (databaseUrl !== undefined)
    throw new Refusal('Only the embedded database is compacted. PostgreSQL does it by itself, and by VACUUM FULL.', 64)
  if (!hasDatabase(dataDir)) throw noDatabaseIn(dataDir)
  const fault = databaseFileFault(dataDir, 'read and write')
  if (fault !== undefined) throw new ConfigError([fault])
  const lock = acquireLock(dataDir)
  try {
    const value = await compactFile(join(dataDir, 'parley.db'), {
      onBegin: (from, to) => say(`parley.db: ${megabytes(from)}, of which about ${megabytes(to)} are used`),
      onProgress: (written, to) => showProgress(`${megabytes(written)} of about ${megabytes(to)} are written`),
    })
    await record(dataDir, value)
    return { text: `parley.db: ${megabytes(value.before)} before, ${megabytes(value.after)} now.`, value }
  } catch (error) {
    if (systemErrorCode(error) === 'SQLITE_BUSY')
      throw new Refusal(`Another program has ${join(dataDir, 'parley.db')} open: close it and try again.`, 75, error)
    if (isDamaged(error)) throw new StoreDamaged(error)
    const reason = error instanceof Error ? error.message : 'no reason'
    throw new Refusal(`parley.db stays as it was, since its copy could not be written: ${reason}`, 73, error)
  } finally {
    lock.release()
  }
}

/** In the file as it is now. Data of another version has no such table, or one with other columns. */
async function record(dataDir: string, { before, after }: { readonly before: number; readonly after: number }) {
  const { pending, unknown } = await readDataState({ dataDir })
  if (pending.length > 0 || unknown.length > 0) return
  const database = await openMigrated({ dataDir, isOfCommand: true })
  try {
    await new Audit(database, Date.now).recordNow(
      { kind: 'service' },
      {
        action: 'DATABASE_COMPACTED',
        target: { kind: 'DATABASE', id: 'parley.db' },
        details: { bytesBefore: before, bytesAfter: after },
      },
    )
  } finally {
    await database.close()
  }
}

function acquireLock(dataDir: string): DataLock {
  try {
    return DataLock.acquire(dataDir)
  } catch (error) {
    if (!(error instanceof ConfigError) || systemErrorCode(error.cause) !== 'SQLITE_BUSY') throw error
    const why = 'A server uses the data folder, and this command needs the database for itself'
    throw new Refusal(`${why}: stop the server, run it again, and start the server.`, 75, error)
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
