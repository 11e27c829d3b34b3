import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelFaultsIn } from '../support/ai-workers/model-file.js'
import { TinyModels } from '../support/ai-workers/tiny-models.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-damaged-'))
const models = new TinyModels()
let whole: string
beforeAll(async () => {
  whole = await models.file()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await models.remove()
})

const copied = (name: string) => {
  const path = join(folder, name)
  copyFileSync(whole, path)
  return path
}
const faultsOf = (path: string) => modelFaultsIn({ ROLES: 'office', LOCAL_MODEL: path }, folder)

describe('the file of LOCAL_MODEL', () => {
  it.each([{}, { isHalf: true }])('is accepted when it is whole, also with bytes after its end (%o)', async (tiny) => {
    const path = join(folder, 'longer.gguf')
    copyFileSync(await models.file(tiny), path)
    expect(faultsOf(path)).toEqual([])
    appendFileSync(path, 'more')
    expect(faultsOf(path)).toEqual([])
  })

  it.each([
    ['all bytes but the last', (size: number) => size - 1],
    ['one half', (size: number) => Math.floor(size / 2)],
  ])('is refused at a start, with its size and the remedy, when it has %s', (name, cut) => {
    const path = copied(`${name}.gguf`)
    const { size } = statSync(path)
    truncateSync(path, cut(size))
    const sizes = `it has ${String(cut(size))} of at least ${String(size)} bytes`
    expect(faultsOf(path)).toEqual([`LOCAL_MODEL: ${path} is cut: ${sizes}; copy or download it again`])
  })

  it.each([4, 8, 24, 30, 200])('is refused when it ends after %d bytes, within its header', (bytes) => {
    const path = copied(`header-${String(bytes)}.gguf`)
    truncateSync(path, bytes)
    expect(faultsOf(path)).toEqual([`LOCAL_MODEL: ${path} is cut within its header; copy or download it again`])
  })

  it.each([
    ['empty', (path: string) => writeFileSync(path, ''), 'PATH is empty: copy or download it again'],
    ['text', (path: string) => writeFileSync(path, 'version https://git-lfs'), 'PATH is not a GGUF file'],
    ['a folder', (path: string) => mkdirSync(path), 'there is no readable file PATH (EISDIR)'],
    ['missing', () => undefined, 'there is no readable file PATH (ENOENT)'],
  ])('is refused with a sentence when it is %s', (name, make, said) => {
    const path = join(folder, `${name}.gguf`)
    make(path)
    expect(faultsOf(path)).toEqual([`LOCAL_MODEL: ${said.replace('PATH', path)}`])
  })

  it('is refused when a further part is missing or cut', () => {
    const [first, second] = [copied('parts-00001-of-00002.gguf'), join(folder, 'parts-00002-of-00002.gguf')]
    expect(faultsOf(first)).toEqual([`LOCAL_MODEL: there is no readable file ${second} (ENOENT)`])
    copyFileSync(whole, second)
    expect(faultsOf(first)).toEqual([])
    truncateSync(second, statSync(second).size - 1)
    expect(faultsOf(first)).toEqual([expect.stringContaining(`LOCAL_MODEL: ${second} is cut: `)])
  })
})
