import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import libsql from 'libsql'
import { z } from 'zod'

/** What a process holds after a full garbage collection. */
export interface Held {
  readonly heapBytes: number
  readonly residentBytes: number
  /** Open file descriptors, with sockets. */
  readonly handles: number
  /** Timer objects, also those that are unref'd. */
  readonly timers: number
}

const kilobyte = 1_024

export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * kilobyte
}

/** Collects the garbage of a process that has `probe.mjs`, and reads what is left. */
export async function readHeld(folder: string, pid: number): Promise<Held> {
  const socket = createConnection(join(folder, String(pid)))
  await once(socket, 'connect')
  const shape = z.object({ timers: z.number(), heapBytes: z.number() })
  const { timers, heapBytes } = shape.parse(JSON.parse(await text(socket)))
  return { timers, heapBytes, residentBytes: residentBytes(pid), handles: readdirSync(`/proc/${pid}/fd`).length }
}

/** The number of rows of each table in the embedded database, and the number of files. */
export function countRows(dataDir: string): Readonly<Record<string, number>> {
  const database = new libsql(join(dataDir, 'parley.db'), { readonly: true })
  try {
    const rowsOf = (sql: string) => database.prepare(sql).all()
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(rowsOf("SELECT name FROM sqlite_master WHERE type = 'table'"))
    const counts = names.map(({ name }) => {
      const [row] = z.array(z.object({ count: z.number() })).parse(rowsOf(`SELECT count(*) AS count FROM "${name}"`))
      return [name, row?.count ?? 0] as const
    })
    return { ...Object.fromEntries(counts), files: filesBelow(dataDir) }
  } finally {
    database.close()
  }
}

function filesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
}
