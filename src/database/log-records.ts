import type { LogRecords } from '@parley/chat-log-store/embedded'
import { everyRow, oneOf } from '@parley/statements'
import { unrecordedHolders } from './statements/unrecorded-holders.js'
import { InstallationTable } from './tables/installation.js'
import { PurgeTable } from './tables/purges.js'

/** A cut of a log is a purge, which deletes its entries in slices. */
export const logRecords: LogRecords = {
  cuts: async (db) =>
    (await db.select(PurgeTable, { kind: 'log_cut' }, { columns: ['target'] })).map(({ target }) => target),
  hasCut: (db, target) => db.exists(PurgeTable, { kind: 'log_cut', target }),
  addCut: async (db, target, createdAt) => {
    const due = { createdAt, dueAt: 0, lease: '', leaseUntil: 0 }
    await db.insert(PurgeTable, { kind: 'log_cut', target, ...due }, { columns: ['kind', 'target'] })
  },
  removeCuts: async (db, targets) => {
    await db.delete(PurgeTable, { kind: 'log_cut', target: oneOf(targets) })
  },
  unindexedTo: async (db, lock) => {
    const [installation] = await db.select(InstallationTable, {}, { columns: ['unindexedTo'], limit: 1, lock })
    return installation?.unindexedTo ?? 0
  },
  setUnindexedTo: async (db, unindexedTo) => {
    await db.update(InstallationTable, everyRow, { unindexedTo })
  },
  unrecordedHolders,
}
