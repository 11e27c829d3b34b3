import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StoreUnwritable } from '@parley/runtime'
import { isFolderRefusal } from './folder-refusals.js'

/** A folder for the parts of uploads to a bucket: a request says at its start how long it is, and is repeated when it fails. */
export class Spool {
  constructor(private readonly folder: string) {}

  /** Passes the path of a file with all parts, which is removed afterwards. @throws StoreUnwritable when the folder refuses it. */
  async gathered<T>(parts: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.folder, randomUUID())
    try {
      await this.#write(path, parts)
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async #write(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(parts, { objectMode: false }), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      throw isFolderRefusal(error) ? new StoreUnwritable('images', error) : error
    }
  }

  /** Removes what a crash has left from before an instant (epoch milliseconds). */
  async tidy(before: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    for await (const { name } of await opendir(this.folder)) {
      const path = join(this.folder, name)
      // another upload may have removed it
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < before) await rm(path, { force: true })
    }
  }
}
