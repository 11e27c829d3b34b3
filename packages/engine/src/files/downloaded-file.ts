import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { parsedJson } from '@parley/runtime'
import { ModelUnavailable } from './model-unavailable.js'
import type { Downloaded } from './download.js'

const recordSchema = z.object({ size: z.number(), modifiedMs: z.number(), sha256: z.string() })

/** Records the digest beside a file, so that a later start need not read it. */
export async function noteDownloaded(path: string, { size, sha256 }: Downloaded): Promise<void> {
  const { mtimeMs } = await stat(path)
  await writeFile(`${path}.json.tmp`, JSON.stringify({ size, modifiedMs: mtimeMs, sha256 }))
  await rename(`${path}.json.tmp`, `${path}.json`)
}

/**
 * Whether the file exists as it was downloaded, with the requested digest. A file that was placed by hand, or modified
 * since, is read once. Throws ModelUnavailable when it is another file.
 */
export async function isDownloaded(path: string, sha256?: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const record = await readRecord(`${path}.json`)
  const isUntouched = record?.size === found.size && record.modifiedMs === found.mtimeMs
  const digest = isUntouched ? record.sha256 : await digestOf(path)
  for (const expected of [record?.sha256, sha256]) {
    if (expected !== undefined && expected !== digest) {
      throw new ModelUnavailable(
        `${path} has the SHA-256 ${digest}, and not the ${expected} it must have: remove it, and it is downloaded again`,
      )
    }
  }
  if (!isUntouched) await noteDownloaded(path, { size: found.size, sha256: digest })
  return true
}

/** Undefined for a file that was placed by hand, or truncated by a crash: the file itself is read. */
async function readRecord(path: string): Promise<z.infer<typeof recordSchema> | undefined> {
  return recordSchema.safeParse(parsedJson(await readFile(path, 'utf8').catch(() => ''))).data
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(path)
  for await (const bytes of pieces) hash.update(bytes)
  return hash.digest('hex')
}
