import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '@parley/runtime'

type FileUse = 'read' | 'read and write'

/**
 * Why this user cannot use a file of the data folder, as a fault of `DATA_DIR` with the remedy; undefined for an absent
 * one.
 */
export function fileFault(path: string, use: FileUse): string | undefined {
  try {
    if (!statSync(path).isFile()) return `DATA_DIR: ${path} is not a file: move it away`
    accessSync(path, use === 'read' ? constants.R_OK : constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return undefined
    return `DATA_DIR: this user cannot ${use} ${path} (${code}): give this user access to it, or run this as its owner`
  }
}

/** As `fileFault`, of the files of the embedded database. */
export function databaseFileFault(dataDir: string, use: FileUse): string | undefined {
  for (const name of ['parley.db', 'parley.db-wal', 'parley.db-shm']) {
    const fault = fileFault(join(dataDir, name), use)
    if (fault !== undefined) return fault
  }
  return undefined
}
