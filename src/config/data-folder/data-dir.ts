import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemErrorCode } from '@parley/runtime'
import { ConfigError } from '../config-error.js'

/**
 * Creates the data folder, or a folder below it, if it is absent. Only its owner can enter a new one.
 * @throws ConfigError when it cannot be created.
 */
export function makeDataDir(dataDir: string): void {
  const fault = pathFault(dataDir)
  if (fault !== undefined) throw new ConfigError([fault])
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the folder ${dataDir} cannot be made (${systemErrorCode(error)})`], error)
  }
}

/** Why no file can be created in the data folder, as a fault of `DATA_DIR`; undefined if one can. Creates nothing. */
export function dataDirFault(dataDir: string): string | undefined {
  const fault = pathFault(dataDir)
  if (fault !== undefined) return fault
  const nearest = nearestOf(dataDir)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const verb = nearest === dataDir ? 'written' : 'made'
    return `DATA_DIR: the folder ${dataDir} cannot be ${verb} (${systemErrorCode(error)})`
  }
}

/** Undefined when the path is a folder, or when the nearest one above it that exists is a folder that can be entered. */
function pathFault(dataDir: string): string | undefined {
  const nearest = nearestOf(dataDir)
  if (!statSync(nearest).isDirectory()) {
    const fault = `${nearest} is not a folder`
    return nearest === dataDir ? `DATA_DIR: ${fault}` : `DATA_DIR: the folder ${dataDir} cannot be made: ${fault}`
  }
  if (nearest === dataDir) return undefined
  try {
    accessSync(nearest, constants.X_OK)
    return undefined
  } catch (error) {
    // it may exist
    return `DATA_DIR: the folder ${dataDir} cannot be reached (${systemErrorCode(error)})`
  }
}

function nearestOf(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestOf(dirname(path))
}

/**
 * Creates a private folder below the data folder if it is absent, and closes an existing one that others can enter.
 * @throws ConfigError when it cannot be created or closed.
 */
export function makePrivateFolder(path: string): void {
  makeDataDir(path)
  closeToOthers(path)
}

/**
 * Makes the files of the embedded database readable only by their owner, even in a data folder that others can enter;
 * creates an absent database. SQLite gives its later files the mode of the database.
 * @throws ConfigError when others can read a file and its mode cannot be changed.
 */
export function protectDatabase(dataDir: string): void {
  const file = join(dataDir, 'parley.db')
  // a server of another database left it: beside it an empty one would count as damaged
  if (!existsSync(file)) rmSync(join(dataDir, 'operator'), { recursive: true, force: true })
  makePrivateFile(file)
  for (const beside of ['-wal', '-shm', '-journal']) closeToOthers(file + beside)
}

/**
 * Creates an empty file that only its owner can read, or closes an existing one to others.
 * @throws ConfigError when it cannot be created or closed.
 */
export function makePrivateFile(path: string): void {
  try {
    // never opens an existing file: closing it would drop the locks that this process has on it
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST')
      throw new ConfigError([`DATA_DIR: the file ${path} cannot be made (${systemErrorCode(error)})`], error)
    closeToOthers(path)
  }
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return
  try {
    chmodSync(path, found.mode & 0o700)
  } catch (error) {
    const sentence = `others can read ${path}, and its mode cannot be changed (${systemErrorCode(error)}); run chmod go= on it`
    throw new ConfigError([`DATA_DIR: ${sentence}`], error)
  }
}

/** Creates one folder after the other: `recursive` never returns in a folder that allows no new ones (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // another process was first
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}
