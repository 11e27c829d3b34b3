import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

const ending = '.gz'

/** Copies the files of a folder, each compressed, without sockets, which git cannot store. */
export function packFolder(from: string, to: string): void {
  for (const name of filesOf(from)) write(join(to, name + ending), gzipSync(readFileSync(join(from, name))))
}

/** Restores a folder of `packFolder`; only its owner can read it, as the server requires for secrets. */
export function unpackFolder(from: string, to: string): void {
  for (const name of filesOf(from))
    write(join(to, name.slice(0, -ending.length)), gunzipSync(readFileSync(join(from, name))))
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
}
