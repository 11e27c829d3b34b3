import { randomBytes, randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, StoreUnwritable, systemErrorCode } from '@parley/runtime'
import { isFolderRefusal } from './folder-refusals.js'
import { fileIdForm, type ByteRange, type FileStore, type OpenFile, type StoredFile } from './file-store.js'

// contains a dot, so no id can be the name of a draft
const draftSuffix = '.draft'

/** Files of one existing folder. Several processes may share it. */
export class DiskFileStore implements FileStore {
  #onRefused: (error: unknown) => void = () => undefined

  constructor(private readonly folder: string) {}

  /** Calls `onRefused` with the error of each write that the folder refuses. */
  watchWrites(onRefused: (error: unknown) => void): void {
    this.#onRefused = onRefused
  }

  put(id: string, bytes: Uint8Array): Promise<void> {
    return this.#store(id, [bytes])
  }

  putParts(id: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#store(id, parts)
  }

  async #store(id: string, parts: Parts): Promise<void> {
    const path = this.#path(id)
    if (path === undefined) throw new Error('not the id of a file')
    const draft = join(this.folder, randomUUID() + draftSuffix)
    await this.#refusing(draft, async () => {
      await writeSynced(draft, parts)
      await rename(draft, path)
      // a rename is durable only after its folder is synced
      await withFile(this.folder, 'r', (folder) => folder.sync())
    })
  }

  /** Writes 64 KiB and removes them. Throws as `put`. */
  async probeWrites(): Promise<void> {
    const draft = join(this.folder, randomUUID() + draftSuffix)
    await this.#refusing(draft, async () => {
      await writeSynced(draft, [randomBytes(65_536)])
      await rm(draft)
    })
  }

  /** Removes the draft of a write that fails. @throws StoreUnwritable when the folder refuses it. */
  async #refusing(draft: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      const isRefusal = this.#report(error)
      await rm(draft, { force: true }).catch((fault: unknown) => this.#report(fault))
      throw isRefusal ? new StoreUnwritable('images', error) : error
    }
  }

  /** Whether the folder refuses to be written. */
  #report(error: unknown): boolean {
    const isRefusal = isFolderRefusal(error)
    if (isRefusal) this.#onRefused(error)
    return isRefusal
  }

  async open(id: string): Promise<OpenFile | undefined> {
    const path = this.#path(id)
    const file = path === undefined ? undefined : await this.#found(open(path, 'r'))
    return file && openFile(file)
  }

  async find(id: string): Promise<StoredFile | undefined> {
    const path = this.#path(id)
    return path === undefined ? undefined : asStored(await this.#found(stat(path)))
  }

  async delete(id: string): Promise<void> {
    const path = this.#path(id)
    if (path !== undefined) await rm(path, { force: true })
  }

  async *list(): AsyncIterable<string> {
    for await (const entry of await opendir(this.folder))
      if (entry.isFile() && fileIdForm.test(entry.name)) yield entry.name
  }

  async tidy(before: number): Promise<void> {
    for await (const { name } of await opendir(this.folder)) {
      const path = join(this.folder, name)
      if (name.endsWith(draftSuffix) && (asStored(await this.#found(stat(path)))?.storedAt ?? before) < before)
        await rm(path, { force: true })
    }
  }

  /**
   * Undefined for a file that does not exist. @throws AppError UNAVAILABLE when the folder is gone, or it or its disk
   * refuses the read.
   */
  async #found<T>(looking: Promise<T>): Promise<T | undefined> {
    try {
      return await looking
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT' && (await isThere(this.folder))) return undefined
      if (!isFolderRefusal(error)) throw error
      throw new AppError('UNAVAILABLE', { part: 'store', message: 'The images cannot be read now', cause: error })
    }
  }

  /** An id can only name a file in the folder, never a path outside it. */
  #path(id: string): string | undefined {
    return fileIdForm.test(id) ? join(this.folder, id) : undefined
  }
}

async function openFile(file: FileHandle): Promise<OpenFile | undefined> {
  try {
    const found = await file.stat()
    if (!found.isFile()) {
      await file.close()
      return undefined
    }
    return {
      size: found.size,
      read: (range?: ByteRange) => file.createReadStream({ ...range, autoClose: false }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

async function writeSynced(path: string, parts: Parts): Promise<void> {
  await withFile(path, 'wx', async (file) => {
    for await (const part of parts) await file.writeFile(part)
    await file.sync()
  })
}

async function withFile(path: string, flags: string, act: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await act(file)
  } finally {
    await file.close()
  }
}

function asStored(found: Stats | undefined): StoredFile | undefined {
  return found?.isFile() === true ? { storedAt: found.mtimeMs, size: found.size } : undefined
}

/** A share that is not mounted has no folder of this installation. */
function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  )
}
