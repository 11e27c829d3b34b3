import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../../error-code.js'
import { ConfigError } from '../config-error.js'

/**
 * Makes the data folder, or one below it, if it is absent; only its owner can enter a new one.
 * @throws ConfigError when it cannot be made.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the folder ${dataDir} cannot be made (${errorCode(error)})`], error)
  }
}

/**
 * Makes a folder of our own below the data folder if it is absent, and closes one that others can enter.
 * @throws ConfigError when it cannot be made or closed.
 */
export function makePrivateFolder(path: string): void {
  makeDataDir(path)
  closeToOthers(path)
}

/**
 * Makes the files of the embedded database readable for their owner alone, also in a data folder that others can enter; a database
 * that is absent is made. SQLite gives the files that it adds later the mode of the database.
 * @throws ConfigError when others can read a file and its mode cannot be changed.
 */
export function protectDatabase(dataDir: string): void {
  const file = join(dataDir, 'parley.db')
  makePrivateFile(file)
  for (const beside of ['-wal', '-shm', '-journal']) closeToOthers(file + beside)
}

/**
 * An empty file that its owner alone can read, or the one that is there, closed to others.
 * @throws ConfigError when it cannot be made or closed.
 */
export function makePrivateFile(path: string): void {
  try {
    // never one that is there: closing it would drop the locks that this process has on it
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new ConfigError([`DATA_DIR: the file ${path} cannot be made (${errorCode(error)})`], error)
    closeToOthers(path)
  }
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return
  try {
    chmodSync(path, found.mode & 0o700)
  } catch (error) {
    const sentence = `others can read ${path}, and its mode cannot be changed (${errorCode(error)}); run chmod go= on it`
    throw new ConfigError([`DATA_DIR: ${sentence}`], error)
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
