import { type Queries, selectStatement, Statement, type Where } from '@parley/statements'
import type { Image } from '../../images/image.js'
import { ImageTable } from '../tables/images.js'

const isUnused = `NOT EXISTS (SELECT 1 FROM characters WHERE image_id = images.id)
  AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image_id = images.id)
  AND NOT EXISTS (SELECT 1 FROM personas WHERE image_id = images.id)
  AND NOT EXISTS (SELECT 1 FROM room_images WHERE image_id = images.id)`

/** Whether any of these images is not shown anywhere. */
export async function hasUnusedImages(db: Queries, where: Where<Image>): Promise<boolean> {
  const statement = selectStatement(db.driver, { table: ImageTable, list: '1', where }).and(isUnused).add(' LIMIT 1')
  return (await db.run(statement)).rows.length > 0
}

/** Deletes those of these images that are not shown anywhere; returns their number. */
export async function deleteUnusedImages(db: Queries, where: Where<Image>): Promise<number> {
  const statement = new Statement(db.driver, 'DELETE FROM images').where(ImageTable, where).and(isUnused)
  return (await db.run(statement)).affected
}
