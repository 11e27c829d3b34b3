import { In, LessThan, MoreThan } from 'typeorm'
import type { EntityManager } from 'typeorm'
import type { Database } from '../database/database.js'
import { ImageTable } from '../database/tables/images.js'
import type { ImageStore } from '../ports/image-store/image-store.js'

// neither readers nor writers wait for a long list
const batch = 500

const isUnused = `NOT EXISTS (SELECT 1 FROM characters WHERE image_id = images.id)
  AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image_id = images.id)`

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
export async function deleteUnused(em: EntityManager, imageId: string): Promise<boolean> {
  // deletes the row before it looks: a concurrent claim is either seen, or finds it gone
  await em.update(ImageTable, { id: imageId }, { claimedAt: () => 'claimed_at' })
  const deleting = em.createQueryBuilder().delete().from(ImageTable).where({ id: imageId }).andWhere(isUnused)
  return (await deleting.execute()).affected === 1
}

async function deleteRows(database: Database, before: number): Promise<void> {
  for (let page = await oldIds(database, before); page.length > 0; page = await oldIds(database, before, page.at(-1))) {
    // a claim changes the row, so one that comes between a look and the deletion is seen
    const unused = { id: In(page), claimedAt: LessThan(before) }
    const look = (em: EntityManager) => em.createQueryBuilder(ImageTable, 'images').where(unused).andWhere(isUnused)
    const remove = (em: EntityManager) => em.createQueryBuilder().delete().from(ImageTable).where(unused)
    if (!(await database.read((em) => look(em).getExists()))) continue
    await database.write((em) => remove(em).andWhere(isUnused).execute())
  }
}

async function oldIds(database: Database, before: number, after = ''): Promise<string[]> {
  const where = { id: MoreThan(after), claimedAt: LessThan(before) }
  const page = await database.read((em) =>
    em.find(ImageTable, { select: { id: true }, where, order: { id: 'ASC' }, take: batch }),
  )
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
  const rows = await database.read((em) => em.find(ImageTable, { select: { id: true }, where: { id: In([...ids]) } }))
  const kept = new Set(rows.map(({ id }) => id))
  for (const id of ids) {
    if (!kept.has(id) && ((await store.storedAt(id)) ?? before) < before) await store.delete(id)
  }
}
