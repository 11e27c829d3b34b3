import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The bytes of all files below a folder. A file that is deleted meanwhile counts 0. */
export function bytesBelow(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
    return stats?.isFile() ? stats.size : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
