import { setTimeout as sleep } from 'node:timers/promises'
import { SliceSize } from '@parley/runtime'
import { longWork } from '../postgres/connection-shares.js'
import type { Database } from '../database.js'
import type { Queries } from './queries.js'

/**
 * Deletes any number of rows in transactions of about 10 ms, with pauses as long: SQLite blocks the process during each.
 * `deleteSome` deletes at most `rows` rows and returns whether some are left. What it has deleted stays deleted when a
 * later slice fails or `signal` aborts, which rejects with its reason, so call it again to continue. A power loss can undo the last
 * slices on SQLite until the next flushed write.
 */
export async function deleteInSlices(
  database: Database,
  deleteSome: (db: Queries, rows: number) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  const size = new SliceSize()
  const slice = (db: Queries) => size.measure(() => deleteSome(db, size.rows))
  while (await database.write(slice, { ...longWork, mayBeUndone: true })) {
    await sleep(size.lastMs)
    signal?.throwIfAborted()
  }
}
