import { setTimeout as pause } from 'node:timers/promises'
import { FileLock, systemErrorCode } from '@parley/runtime'

const pollMs = 250

/**
 * One process at a time downloads a file. Resolves when this process has the lock; `onWait` is called once when another
 * process has it. Throws what the file system throws.
 */
export async function lockModel(path: string, onWait: () => void): Promise<FileLock> {
  let lock = tryToLock(path)
  if (!lock) onWait()
  while (!lock) {
    await pause(pollMs)
    lock = tryToLock(path)
  }
  return lock
}

function tryToLock(path: string): FileLock | undefined {
  try {
    return FileLock.acquire(path, 0)
  } catch (error) {
    if (systemErrorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
}
