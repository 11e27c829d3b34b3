import { randomUUID } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Logger, systemErrorCode } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { asFaultOf, ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { makePrivateFolder } from '../../src/config/data-folder/data-dir.js'
import { writeOnce } from '../../src/config/data-folder/write-once.js'
import { installationId } from '../../src/database/installation.js'
import type { WatchedWrites } from '../../src/instances/watch-writes.js'
import { DiskFileStore } from '../../src/ports/file-store/disk-file-store.js'
import type { FileStore } from '../../src/ports/file-store/file-store.js'
import type { CleanupStack } from '../cleanup-stack.js'
import type { ImageLocation } from '../installation.js'

interface OpenFileStore {
  readonly store: FileStore
  /** @throws ConfigError when a folder cannot be identified. */
  readonly location: () => ImageLocation
  /** Undefined for a bucket. */
  readonly folder?: string
  /** Rejects while images cannot be stored. */
  readonly check: () => Promise<void>
  /** Sentences on what does not work now, for operators. */
  readonly warnings: () => readonly string[]
}

interface FileStoreOptions {
  readonly database: Database
  readonly log: Logger
  readonly cleanup: CleanupStack
  readonly writes?: WatchedWrites
}

/**
 * The store for the images of this database: a folder of its own below the data folder, or below the prefix of
 * `IMAGES_URL`; `cleanup` closes it.
 * @throws ConfigError when the bucket refuses the address or the key; an unavailable one is waited for later.
 */
export async function openFileStore(
  { dataDir, imageBucket }: Config,
  { database, log, cleanup, writes }: FileStoreOptions,
): Promise<OpenFileStore> {
  const installation = await installationId(database)
  if (!imageBucket) {
    const folder = join(dataDir, 'images', installation)
    makePrivateFolder(folder)
    const store = new DiskFileStore(folder)
    writes?.watch('images', store)
    return {
      store,
      folder,
      check: () => access(folder, constants.W_OK | constants.X_OK),
      location: () => ({ setting: 'DATA_DIR', location: `folder:${imageFolderId(folder)}` }),
      warnings: () => [],
    }
  }
  const { prefix, ...address } = imageBucket
  const folder = prefix === '' ? '' : `${prefix}/`
  // loads the client only in installations with a bucket
  const { S3FileStore } = await import('../../src/ports/file-store/s3-file-store.js')
  const options = { address, prefix: `${folder}${installation}/`, spoolFolder: join(dataDir, 'spool'), log }
  const store = await S3FileStore.open(options).catch(asFaultOf('IMAGES_URL'))
  cleanup.push(() => store.close())
  writes?.watch('images', store)
  const location = { setting: 'IMAGES_URL', location: `s3://${address.endpoint}/${address.bucket}/${prefix}` }
  const check = () => (store.isAvailable ? Promise.resolve() : Promise.reject(new Error(unavailable)))
  return { store, check, location: () => location, warnings: () => (store.isAvailable ? [] : [unavailable]) }
}

const unavailable = 'The image bucket is unavailable: images can be neither stored nor shown'

/**
 * The id of a folder of images, from a file in it that its first use writes: the same on all machines that mount the
 * folder, another one for another folder.
 * @throws ConfigError when it cannot be written.
 */
function imageFolderId(folder: string): string {
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
