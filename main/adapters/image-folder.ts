import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { writeOnce } from '../../src/config/data-folder/write-once.js'
import type { Database } from '../../src/database/database.js'
import { installationId } from '../../src/database/installation.js'
import { systemErrorCode } from '../../src/system-error-code.js'

/** The folder for the images of this database, below the data folder. */
export async function imageFolder({ dataDir }: Config, database: Database): Promise<string> {
  return join(dataDir, 'images', await installationId(database))
}

/**
 * The id of a folder of images, from a file in it that its first use writes: the same on all machines that mount the
 * folder, another one for another folder.
 * @throws ConfigError when it cannot be written.
 */
export function imageFolderId(folder: string): string {
  // contains a dot, so no image has this name
  const file = join(folder, 'folder.id')
  try {
    if (!existsSync(file)) writeOnce(file, randomUUID())
    const id = readFileSync(file, 'utf8').trim()
    if (id !== '') return id
  } catch (error) {
    const sentence = `the file ${file} cannot be read or written (${systemErrorCode(error)})`
    throw new ConfigError([`DATA_DIR: ${sentence}`], error)
  }
  throw new ConfigError([`DATA_DIR: the file ${file} is empty; remove it and a new one is written`])
}
