import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@parley/runtime'
import { createTinyModel, ModelServer } from '@parley/testing'
import { DownloadProgress } from '../src/files/download-progress.js'
import { download } from '../src/files/download.js'
import { ModelUnavailable } from '../src/files/model-unavailable.js'

const model = createTinyModel()
const log = createLogger('silent')
const nothing = '0'.repeat(64)

let folder: string
let server: ModelServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-download-'))
  server = await ModelServer.open(model)
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'model.gguf')
const get = (parts: { sha256?: string; size?: number; stallMs?: number } = {}) => {
  const { stallMs = 60_000, ...known } = parts
  const source = { url: `${server.url}/small.gguf`, headers: {}, ...known }
  return download(source, { path: path(), onProgress: () => undefined, pauseMs: 1, stallMs })
}
const addressOf = (target: string) =>
  createHash('sha256')
    .update(server.url + target)
    .digest('hex')
const isWhole = () => readFileSync(path()).equals(server.behaviour.body)
const ranges = () => server.seen.map(({ range }) => range)

describe('a download', () => {
  it('is moved to its path when it is complete and verified, and leaves no other file', async () => {
    expect(await get({ sha256: server.sha256, size: model.length })).toEqual({
      size: model.length,
      sha256: server.sha256,
    })
    expect(isWhole()).toBe(true)
    expect(readdirSync(folder)).toEqual(['model.gguf'])
  })

  it('continues where a connection was cut', async () => {
    server.behaviour.cutAfter = 300_000
    expect((await get()).sha256).toBe(server.sha256)
    expect(isWhole()).toBe(true)
    // the amount of data that arrives before the cut is random, but nothing is requested twice
    const [first, ...later] = ranges()
    expect(first).toBeUndefined()
    expect(later.length).toBeGreaterThanOrEqual(2)
    const starts = later.map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]))
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
  })

  it('continues after a kill with the existing part, and verifies all of it', async () => {
    writeFileSync(`${path()}.part`, model.subarray(0, 500_000))
    const state = { address: addressOf('/small.gguf'), version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    await get({ sha256: server.sha256 })
    expect(ranges()).toEqual(['bytes=500000-'])
    expect(isWhole()).toBe(true)
  })

  it('requests nothing when the kill came between the last byte and the rename', async () => {
    writeFileSync(`${path()}.part`, model)
    const state = { address: addressOf('/small.gguf'), version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    await get({ sha256: server.sha256 })
    expect(server.seen).toEqual([])
    expect(isWhole()).toBe(true)
  })

  it.each([
    ['of another address', '/other.gguf', { version: '"first"', total: model.length }],
    ['of another version', '/small.gguf', { version: '"before"', total: model.length }],
    ['of another size', '/small.gguf', { version: '"first"', total: 12 }],
  ])('begins anew over a part %s', async (_name, target, state) => {
    writeFileSync(`${path()}.part`, Buffer.alloc(1_000, 'x'))
    writeFileSync(`${path()}.part.json`, JSON.stringify({ ...state, address: addressOf(target) }))
    await get()
    expect(isWhole()).toBe(true)
  })

  it('begins again when the file changes between two connections', async () => {
    server.behaviour.cutAfter = 300_000
    const other = createTinyModel({ seed: 2 })
    const changed = get()
    server.behaviour = { ...server.behaviour, cutAfter: Infinity }
    await changed.catch(() => undefined)
    writeFileSync(`${path()}.part`, model.subarray(0, 100_000))
    const state = { address: addressOf('/small.gguf'), version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    server.behaviour = { ...server.behaviour, body: other, etag: '"second"' }
    await get()
    expect(isWhole()).toBe(true)
  })

  it('begins again each time when the server does not support ranges', async () => {
    server.behaviour.ranges = false
    server.behaviour.cutAfter = 300_000
    const cut = get()
    await expect(cut).rejects.toThrow('could not be downloaded')
    server.behaviour.cutAfter = Infinity
    await get()
    expect(isWhole()).toBe(true)
  })

  it('needs no length, and follows a redirect', async () => {
    server.behaviour.isChunked = true
    const source = { url: `${server.url}/moved`, headers: {}, sha256: server.sha256 }
    await download(source, { path: path(), onProgress: () => undefined })
    expect(isWhole()).toBe(true)
  })

  it('needs no digest where the end of an answer can be detected', async () => {
    server.behaviour.isChunked = true
    await get()
    expect(isWhole()).toBe(true)
  })

  it('is accepted without a length and without chunks when its digest is known', async () => {
    server.behaviour.isUnframed = true
    await get({ sha256: server.sha256 })
    expect(isWhole()).toBe(true)
  })

  it('gives up a stalled connection', async () => {
    server.behaviour.stallAfter = 400_000
    await get({ stallMs: 50 })
    expect(isWhole()).toBe(true)
    expect(server.seen.length).toBeGreaterThan(1)
  })
})

describe('a download that fails', () => {
  it.each([
    [404, 'does not exist (404)'],
    [401, 'is not given to us (401)'],
    [403, 'is not given to us (403)'],
    [500, 'could not be downloaded (the server answered 500)'],
  ])('says so after %i', async (status, sentence) => {
    server.behaviour.status = status
    await expect(get()).rejects.toThrow(sentence)
    expect(server.seen).toHaveLength(status === 500 ? 6 : 1)
  })

  it('is refused when the file is another one, and is deleted', async () => {
    await expect(get({ sha256: nothing })).rejects.toThrow(`has the SHA-256 ${server.sha256}, and not the ${nothing}`)
    await expect(get({ size: 12 })).rejects.toThrow(`has ${String(model.length)} bytes, and not the 12 it must have`)
    expect(existsSync(path())).toBe(false)
    expect(readFileSync(`${path()}.part`)).toHaveLength(0)
  })

  it('is refused when it is not a model: a page that asks to sign in, for example', async () => {
    server.behaviour.body = Buffer.from('<!doctype html><title>Sign in</title>')
    await expect(get()).rejects.toThrow('is not a GGUF file')
  })

  it('is refused when the server sends less than announced, and keeps the received part', async () => {
    server.behaviour.lengthError = 1_000
    await expect(get({ stallMs: 50 })).rejects.toThrow(ModelUnavailable)
    expect(existsSync(path())).toBe(false)
  })

  it('is refused when an incomplete download could not be detected', async () => {
    server.behaviour.isUnframed = true
    server.behaviour.cutAfter = 300_000
    await expect(get()).rejects.toThrow('is sent without its length')
    expect(existsSync(path())).toBe(false)
    expect(server.seen).toHaveLength(1)
  })

  it('is refused when another program wrote into its part', async () => {
    const source = { url: `${server.url}/small.gguf`, headers: {}, sha256: server.sha256 }
    const disturb = () => appendFileSync(`${path()}.part`, 'x')
    await expect(download(source, { path: path(), onProgress: disturb })).rejects.toThrow('something else writes to it')
    expect(existsSync(path())).toBe(false)
    expect(readFileSync(`${path()}.part`)).toHaveLength(0)
  })

  it.each([
    [404, {}],
    [403, {}],
    [500, {}],
    [200, { sha256: nothing }],
    [200, { size: 12 }],
  ])('names its address without what may be a credential (%i, %j)', async (status, known) => {
    server.behaviour.status = status
    const source = { url: `${server.url}/small.gguf?signature=secret#secret`, headers: {}, ...known }
    const refused = download(source, { path: path(), onProgress: () => undefined, pauseMs: 1 })
    await expect(refused).rejects.toThrow(new RegExp(`^${server.url}/small\\.gguf (?!.*secret)`))
  })

  it('does not name the user of an address', async () => {
    const url = `${server.url.replace('//', '//someone:secret@')}/small.gguf`
    const refused = download({ url, headers: {} }, { path: path(), onProgress: () => undefined, pauseMs: 1 })
    await expect(refused).rejects.toThrow(/^(?!.*secret).*could not be downloaded/)
  })

  it('stores no credential of its address beside the part', async () => {
    server.behaviour.cutAfter = 300_000
    server.behaviour.ranges = false
    const source = { url: `${server.url}/small.gguf?signature=secret`, headers: {} }
    const cut = download(source, { path: path(), onProgress: () => undefined, pauseMs: 1 })
    await expect(cut).rejects.toThrow('what came is kept')
    expect(readFileSync(`${path()}.part.json`, 'utf8')).toMatch(/^(?!.*secret).*"version"/)
  })

  it('names the unreachable server', async () => {
    const { url } = server
    server.close()
    const source = { url: `${url}/small.gguf`, headers: {} }
    const refused = download(source, { path: path(), onProgress: () => undefined, pauseMs: 1 })
    await expect(refused).rejects.toThrow(/could not be downloaded \(.*ECONNREFUSED/)
  })

  it('reports a lack of disk space before it fills the disk', async () => {
    server.behaviour.lengthError = 2 ** 52
    await expect(get()).rejects.toThrow(/has no room for the model, which needs [\d.]+ GB more/)
  })
})

describe('the progress of a download', () => {
  it('is a bar on a terminal', () => {
    let shown = ''
    const progress = new DownloadProgress('model.gguf', log, { isTTY: true, write: (text: string) => (shown += text) })
    progress.show(50_000_000, 100_000_000)
    progress.show(50_000_001, 100_000_000)
    progress.show(100_000_000, 100_000_000)
    progress.end()
    expect(shown.match(/\[#{15}\.{15}\] 50 % of 100 MB/g)).toHaveLength(1)
    expect(shown).toContain('100 % of 100 MB')
    expect(shown.endsWith('\n')).toBe(true)
  })
})
