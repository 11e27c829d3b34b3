import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import type { Fault, OneProcess } from './fault.js'
import { fillDisk } from './small-disk.js'

const faultMs = 30_000
const lockMs = 8_000

export const faultsOfOneProcess: readonly Fault<OneProcess>[] = [
  {
    name: `another process keeps the write lock of SQLite for ${lockMs / 1_000} s`,
    strike: async ({ dataDir }) => {
      const other = new Database(join(dataDir, 'parley.db'), { timeout: 5_000 })
      other.exec('BEGIN IMMEDIATE')
      await pause(lockMs)
      other.exec('ROLLBACK')
      other.close()
    },
    ...{ backWithinMs: 10_000, readsGoOn: true, writesWithinMs: 6_000, named: /lock\.awaited/ },
  },
  {
    name: `the disk of SQLite is full for ${faultMs / 1_000} s`,
    strike: async ({ dataDir }) => {
      const file = fillDisk(dataDir)
      await pause(faultMs)
      rmSync(file)
    },
    ...{
      backWithinMs: 10_000,
      readsGoOn: true,
      writesWithinMs: 6_000,
      named: /parley_store_writable\{store="database"\} 0/,
    },
  },
  {
    name: `the disk of the log is full for ${faultMs / 1_000} s`,
    strike: async ({ logDir }) => {
      const file = fillDisk(logDir)
      await pause(faultMs)
      rmSync(file)
    },
    ...{ backWithinMs: 10_000, readsGoOn: true, writesWithinMs: 6_000, named: /parley_log_lines_dropped_total/ },
  },
]
