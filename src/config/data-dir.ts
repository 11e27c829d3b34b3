import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../error-code.js'
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
