import { randomUUID } from 'node:crypto'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../../system-error-code.js'
import { imageIdForm } from './image-store.js'
import type { ByteRange, ImageStore, OpenImageFile } from './image-store.js'

// contains a dot, so no id can be the name of a draft
const draftSuffix = '.draft'

/** Images as files of one existing folder. Several processes may share it. */
export class DiskImageStore implements ImageStore {
  constructor(private readonly folder: string) {}

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(id)
    if (path === undefined) throw new Error('not the id of an image')
    const draft = join(this.folder, randomUUID() + draftSuffix)
    try {
      await writeSynced(draft, bytes)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    // a rename is durable only after its folder is synced
    await withFile(this.folder, 'r', (folder) => folder.sync())
  }

  async open(id: string): Promise<OpenImageFile | undefined> {
    const path = this.#path(id)
    const file = path === undefined ? undefined : await unlessMissing(open(path, 'r'))
    return file && openFile(file)
  }

  async storedAt(id: string): Promise<number | undefined> {
    const path = this.#path(id)
    return path === undefined ? undefined : changedAt(path)
  }

  async delete(id: string): Promise<void> {
    const path = this.#path(id)
    if (path !== undefined) await rm(path, { force: true })
  }

  async *list(): AsyncIterable<string> {
    for await (const entry of await opendir(this.folder))
      if (entry.isFile() && imageIdForm.test(entry.name)) yield entry.name
  }

  async tidy(before: number): Promise<void> {
    for await (const { name } of await opendir(this.folder)) {
      const path = join(this.folder, name)
      if (name.endsWith(draftSuffix) && ((await changedAt(path)) ?? before) < before) await rm(path, { force: true })
    }
  }

  /** An id can only name a file in the folder, never a path outside it. */
  #path(id: string): string | undefined {
    return imageIdForm.test(id) ? join(this.folder, id) : undefined
  }
}

async function openFile(file: FileHandle): Promise<OpenImageFile | undefined> {
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

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await withFile(path, 'wx', async (file) => {
    await file.writeFile(bytes)
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

async function changedAt(path: string): Promise<number | undefined> {
  const found = await unlessMissing(stat(path))
  return found?.isFile() === true ? found.mtimeMs : undefined
}

async function unlessMissing<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
