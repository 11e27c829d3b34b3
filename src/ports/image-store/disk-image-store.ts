import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore, ImageType, StoredImage } from './image-store.js'

const extensions: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
const idForm = /^[A-Za-z0-9_-]{1,64}$/

/** Images as files of one folder. */
export class DiskImageStore implements ImageStore {
  private constructor(private readonly folder: string) {}

  /** Makes the folder; nobody but its owner can enter it. */
  static async open(folder: string): Promise<DiskImageStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new DiskImageStore(folder)
  }

  async put(id: string, { bytes, contentType }: StoredImage): Promise<void> {
    const draft = join(this.folder, `${randomUUID()}.tmp`)
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, this.path(id, contentType))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await this.syncFolder()
  }

  async get(id: string): Promise<StoredImage | undefined> {
    if (!idForm.test(id)) return undefined
    for (const contentType of types) {
      const bytes = await readIfPresent(this.path(id, contentType))
      if (bytes) return { bytes, contentType }
    }
    return undefined
  }

  async delete(id: string): Promise<void> {
    if (!idForm.test(id)) return
    for (const contentType of types) await rm(this.path(id, contentType), { force: true })
  }

  private path(id: string, contentType: ImageType): string {
    // an id names a file, so it must not name a way to another one
    if (!idForm.test(id)) throw new Error('not an image id')
    return join(this.folder, `${id}.${extensions[contentType]}`)
  }

  /** A rename is durable once its folder is. */
  private async syncFolder(): Promise<void> {
    const folder = await open(this.folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

const types: readonly ImageType[] = ['image/webp', 'image/jpeg', 'image/png', 'image/gif']

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
