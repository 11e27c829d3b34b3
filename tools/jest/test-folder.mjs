import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const leastFreeBytes = 2 ** 30

/**
 * Makes the temporary folder of a run of tests, which is removed at its end. It is in memory where that is possible:
 * an embedded database waits for the disk at every commit, which was a third of the time of the suites.
 */
export function makeTestFolder() {
  const folder = mkdtempSync(join(hasMemory() ? inMemory : tmpdir(), 'parley-'))
  // tests start servers of other users
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGTERM', () => process.exit(143))
  return folder
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= leastFreeBytes
  } catch {
    return false
  }
}
