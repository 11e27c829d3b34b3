import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const piece = Buffer.alloc(1_048_576)

/** Writes a file until the file system of the folder is full; returns its path. */
export function fillDisk(folder: string): string {
  const path = join(folder, 'full')
  const file = openSync(path, 'w', 0o644)
  try {
    for (let size = piece.length; size >= 1;)
      try {
        writeSync(file, piece, 0, size)
      } catch {
        size = Math.floor(size / 2)
      }
  } finally {
    closeSync(file)
  }
  return path
}

/** Mounts an empty file system of this size, which is gone with this process at the latest. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
}

/** Also while processes use it. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
}
