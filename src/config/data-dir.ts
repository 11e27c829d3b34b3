import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config-error.js'

/**
 * Makes the data folder, or one below it, if it is absent; nobody but its owner can enter a new one.
 * @throws ConfigError when it cannot be made.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the folder ${dataDir} cannot be made (${errorCode(error)})`], error)
  }
}

/** Step by step: `recursive` never returns where the system knows a folder but makes none in it (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // another process was quicker
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** The system's short word for a failure, such as EACCES. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}
