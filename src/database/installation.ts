import { type Database, everyRow } from '@parley/statements'
import { InstallationTable, type Installation } from './tables/installation.js'

/**
 * The unique id of this database, shared by all its processes and backups. Files that belong to rows are stored under
 * it, so that in a data folder that served another database no foreign files are deleted as unused.
 */
export async function installationId(database: Database): Promise<string> {
  return (await installationOf(database)).id
}

export type ChatLogOwner = Pick<Installation, 'id' | 'chatLogStore'>

/** Where the chat logs of this installation are; reads what the data of every release has. */
export async function chatLogOwnerOf(database: Database): Promise<ChatLogOwner> {
  const [owner] = await database.read((db) =>
    db.select(InstallationTable, {}, { columns: ['id', 'chatLogStore'], limit: 1 }),
  )
  if (!owner) throw new Error('the database has no installation')
  return owner
}

export function installationOf(database: Database): Promise<Installation> {
  return database.read((db) => db.selectOneOrThrow(InstallationTable, {}))
}

export async function setChatLogStore(database: Database, chatLogStore: Installation['chatLogStore']): Promise<void> {
  await database.write((db) => db.update(InstallationTable, everyRow, { chatLogStore }))
}
