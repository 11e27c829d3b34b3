import type { Database } from './database.js'
import { everyRow } from './statements/conditions.js'
import { InstallationTable } from './tables/installation.js'
import type { Installation } from './tables/installation.js'

/**
 * What distinguishes this database from any other: the same for all of its processes and its backups. Files that belong to rows are
 * kept under it, so that a data folder that served another database loses nothing when files without a row are swept.
 */
export async function installationId(database: Database): Promise<string> {
  const { id } = await database.read((db) => db.selectOneOrThrow(InstallationTable, {}))
  return id
}

export async function chatLogStoreOf(database: Database): Promise<Installation['chatLogStore']> {
  const { chatLogStore } = await database.read((db) => db.selectOneOrThrow(InstallationTable, {}))
  return chatLogStore
}

export async function setChatLogStore(database: Database, chatLogStore: Installation['chatLogStore']): Promise<void> {
  await database.write((db) => db.update(InstallationTable, everyRow, { chatLogStore }))
}
