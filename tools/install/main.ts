import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { lockSchema, narrowLock } from './narrow-lock.js'

// npm run lock:narrow

const lockFile = 'package-lock.json'

const lock = lockSchema.parse(JSON.parse(readFileSync(lockFile, 'utf8')))
const narrow = narrowLock(lock)
if (!isDeepStrictEqual(narrow, lock)) {
  writeFileSync(lockFile, `${JSON.stringify(narrow, undefined, 2)}\n`)
  // npm removes packages that are no longer needed
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
