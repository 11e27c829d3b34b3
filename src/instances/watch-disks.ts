import { statfs } from 'node:fs/promises'
import { repeat } from '@parley/runtime'
import { diskFreeBytes } from '../metrics/stores.js'

type Disk = 'data' | 'images' | 'temporary'

/** Keeps `parley_disk_free_bytes` of the file systems of folders. The returned function stops it. */
export function watchDisks(folders: Readonly<Partial<Record<Disk, string>>>): () => Promise<void> {
  const look = async () => {
    for (const [disk, folder] of Object.entries(folders)) {
      const { bavail, bsize } = await statfs(folder)
      diskFreeBytes.set({ disk }, bavail * bsize)
    }
  }
  return repeat(look, { everyMs: 10_000, isAtOnce: true })
}
