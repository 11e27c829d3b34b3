import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTinyModel } from '../src/tiny-model/ensure-tiny-model.js'
import { createTinyModel } from '../src/tiny-model/tiny-model.js'

describe('the tiny model', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-tiny-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is a file of less than 1 MB, the same for the same seed', async () => {
    const path = join(folder, 'new', 'tiny.gguf')
    await ensureTinyModel(path)
    const bytes = await readFile(path)
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(bytes.equals(createTinyModel({ seed: 1 }))).toBe(true)
    expect(bytes.equals(createTinyModel({ seed: 2 }))).toBe(false)
  })

  it('is complete when several processes write it at once, and no other file is left', async () => {
    const path = join(folder, 'tiny.gguf')
    await Promise.all([ensureTinyModel(path), ensureTinyModel(path), ensureTinyModel(path)])
    expect((await readFile(path)).equals(createTinyModel())).toBe(true)
    expect(await readdir(folder)).toEqual(['tiny.gguf'])
  })

  it('replaces no existing file', async () => {
    const path = join(folder, 'mine.gguf')
    await writeFile(path, 'mine')
    await ensureTinyModel(path)
    expect(await readFile(path, 'utf8')).toBe('mine')
  })

  it('leaves nothing behind when it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(ensureTinyModel(join(folder, 'file', 'tiny.gguf'))).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['file'])
  })
})
