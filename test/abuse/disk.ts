import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of all files below a folder. Files that go while it is read count as none. */
export function bytesBelow(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
    return stats?.isFile() ? stats.size : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
