import { type Queries, Statement } from '@parley/statements'
import { FileTable } from '../tables/files.js'

/** How many files an account has, and their bytes. */
export async function keptFiles(db: Queries, ownerId: number): Promise<{ count: number; bytes: number }> {
  const statement = new Statement(db.driver, 'SELECT COUNT(*) AS count, COALESCE(SUM(bytes), 0) AS bytes FROM files')
  const { rows } = await db.run<Record<'count' | 'bytes', number | string>>(statement.where(FileTable, { ownerId }))
  const [{ count, bytes } = { count: 0, bytes: 0 }] = rows
  return { count: Number(count), bytes: Number(bytes) }
}
