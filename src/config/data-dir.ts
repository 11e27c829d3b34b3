import { mkdirSync } from 'node:fs'
import { ConfigError } from './config-error.js'

/**
 * Makes the data folder if it is absent; nobody but its owner can enter a new one.
 * @throws ConfigError when it cannot be made.
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the folder ${dataDir} cannot be made (${errorCode(error)})`], error)
  }
}

/** The system's short word for a failure, such as EACCES. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}
