import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createTinyModel, type TinyModelOptions } from './tiny-model.js'

/**
 * Writes a tiny model to `path` if the file is missing. Atomic: a reader of `path` finds nothing or the whole file,
 * also after a crash and with several writing processes. Throws what the file system throws.
 */
export async function ensureTinyModel(path: string, options: TinyModelOptions = {}): Promise<void> {
  if (await isReadable(path)) return
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(draft, 'wx')
    try {
      await file.writeFile(createTinyModel(options))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}
