import { type Database, lessThan, longWork, moreThan, oneOf } from '@parley/statements'
import { knownFiles } from '../database/statements/known-files.js'
import { ImageTable } from '../database/tables/images.js'
import { deleteUnusedImages, hasUnusedImages } from '../database/statements/unused-images.js'
import type { FileStore } from '../ports/file-store/file-store.js'

// small, so that readers and writers do not wait for a long list
const batch = 500

/** Epoch milliseconds: `rows` by the clock of the database, `files` by that of this machine. */
interface Before {
  readonly rows: number
  readonly files: number
}

/**
 * Deletes rows that are unreferenced and were not claimed since `before`, then older files without a row and older
 * drafts. Several instances may sweep at once.
 */
export async function sweepImages(database: Database, store: FileStore, before: Before): Promise<void> {
  await deleteRows(database, before.rows)
  await deleteFiles(database, store, before.files)
  await store.tidy(before.files)
}

async function deleteRows(database: Database, before: number): Promise<void> {
  for (let page = await oldIds(database, before); page.length > 0; page = await oldIds(database, before, page.at(-1))) {
    // a claim between the check and the deletion changes the row, so the deletion skips it
    const unused = { id: oneOf(page), claimedAt: lessThan(before) }
    if (!(await database.read((db) => hasUnusedImages(db, unused), longWork))) continue
    await database.write((db) => deleteUnusedImages(db, unused), longWork)
  }
}

async function oldIds(database: Database, before: number, after = ''): Promise<string[]> {
  const where = { id: moreThan(after), claimedAt: lessThan(before) }
  const selection = { columns: ['id'], orderBy: { id: 'asc' }, limit: batch } as const
  const page = await database.read((db) => db.select(ImageTable, where, selection), longWork)
  return page.map(({ id }) => id)
}

/** Deletes files that a crash left without a row, and files of rows that were deleted with other rows. */
async function deleteFiles(database: Database, store: FileStore, before: number): Promise<void> {
  let ids: string[] = []
  for await (const id of store.list()) {
    if (ids.push(id) < batch) continue
    await deleteOrphans(database, store, { ids, before })
    ids = []
  }
  await deleteOrphans(database, store, { ids, before })
}

async function deleteOrphans(
  database: Database,
  store: FileStore,
  { ids, before }: { ids: readonly string[]; before: number },
): Promise<void> {
  const kept = await database.read((db) => knownFiles(db, ids), longWork)
  for (const id of ids) {
    if (!kept.has(id) && ((await store.find(id))?.storedAt ?? before) < before) await store.delete(id)
  }
}
