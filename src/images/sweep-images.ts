import type { Database } from '../database/database.js'
import { lessThan, moreThan, oneOf, plus } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { ImageTable } from '../database/tables/images.js'
import { deleteUnusedImages, hasUnusedImages } from '../database/statements/unused-images.js'
import type { ImageStore } from '../ports/image-store/image-store.js'

// neither readers nor writers wait for a long list
const batch = 500

/**
 * Removes rows that are unreferenced and that no write has claimed since `before` (epoch milliseconds), then files without a row
 * and drafts that are older than that. Several instances may sweep at once.
 */
export async function sweepImages(database: Database, store: ImageStore, before: number): Promise<void> {
  await deleteRows(database, before)
  await deleteFiles(database, store, before)
  await store.tidy(before)
}

/** In the write of the caller; true when the row is gone because nothing shows the image. */
export async function deleteUnused(db: Queries, imageId: string): Promise<boolean> {
  // deletes the row before it looks: a concurrent claim is either seen, or finds it gone
  await db.update(ImageTable, { id: imageId }, { claimedAt: plus(0) })
  return (await deleteUnusedImages(db, { id: imageId })) === 1
}

async function deleteRows(database: Database, before: number): Promise<void> {
  for (let page = await oldIds(database, before); page.length > 0; page = await oldIds(database, before, page.at(-1))) {
    // a claim changes the row, so one that comes between a look and the deletion is seen
    const unused = { id: oneOf(page), claimedAt: lessThan(before) }
    if (!(await database.read((db) => hasUnusedImages(db, unused)))) continue
    await database.write((db) => deleteUnusedImages(db, unused))
  }
}

async function oldIds(database: Database, before: number, after = ''): Promise<string[]> {
  const where = { id: moreThan(after), claimedAt: lessThan(before) }
  const selection = { columns: ['id'], orderBy: { id: 'asc' }, limit: batch } as const
  const page = await database.read((db) => db.select(ImageTable, where, selection))
  return page.map(({ id }) => id)
}

/** What a crash left between a file and its row, and what rows left that went with others. */
async function deleteFiles(database: Database, store: ImageStore, before: number): Promise<void> {
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
  store: ImageStore,
  { ids, before }: { ids: readonly string[]; before: number },
): Promise<void> {
  const rows = await database.read((db) => db.select(ImageTable, { id: oneOf(ids) }, { columns: ['id'] }))
  const kept = new Set(rows.map(({ id }) => id))
  for (const id of ids) {
    if (!kept.has(id) && ((await store.storedAt(id)) ?? before) < before) await store.delete(id)
  }
}
