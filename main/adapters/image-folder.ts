import { join } from 'node:path'
import type { Config } from '../../src/config/config.js'
import type { Database } from '../../src/database/database.js'
import { installationId } from '../../src/database/installation.js'

/** The folder for the images of this database, below the data folder. */
export async function imageFolder({ dataDir }: Config, database: Database): Promise<string> {
  return join(dataDir, 'images', await installationId(database))
}
