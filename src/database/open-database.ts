import { join } from 'node:path'
import { Database, type DatabaseLocation } from '@parley/statements'
import { databaseLimits } from '../limits.js'
import { migrations } from './migrations.js'
import { tables } from './tables.js'

/** PostgreSQL by `url`, or else the file in `dataDir`. */
export interface InstallationLocation {
  readonly url?: string | undefined
  readonly dataDir: string
}

type Options = InstallationLocation &
  Partial<Pick<Parameters<typeof Database.open>[0], 'limits' | 'log' | 'isOfCommand'>>

/** The tables of an installation. */
export const schema = { tables, migrations }

export function databaseLocation({ url, dataDir }: InstallationLocation): DatabaseLocation {
  return { url, file: join(dataDir, 'parley.db') }
}

/** Opens the database of an installation, and runs pending migrations. Throws as `Database.open`. */
export function openMigrated({ limits = databaseLimits, log, isOfCommand, ...place }: Options): Promise<Database> {
  return Database.open({ ...databaseLocation(place), schema, limits, log, isOfCommand })
}

/** Opens it without migrations, a file only for reads. Throws as `Database.openUnchanged`. */
export function openUnchanged({ limits = databaseLimits, log, isOfCommand, ...place }: Options): Promise<Database> {
  return Database.openUnchanged({ ...databaseLocation(place), schema, limits, log, isOfCommand })
}
