import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { download } from '../ai-workers/models/download.js'
import { ModelUnavailable } from '../ai-workers/models/model-unavailable.js'
import { Progress } from '../ai-workers/models/progress.js'
import { createTinyModel } from '../ai-workers/tiny-model/tiny-model.js'
import { readConfig } from '../src/config/config.js'
import { createLogger } from '../src/logger.js'
import { modelFileIn } from './support/model-file.js'
import { ModelServer } from './support/model-server.js'
import { Processes } from './support/processes.js'

const model = createTinyModel()
const log = createLogger('silent')
const nothing = '0'.repeat(64)
const internalPorts = { AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0' }

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
const isWhole = () => readFileSync(path()).equals(server.manners.body)
const ranges = () => server.seen.map(({ range }) => range)

describe('a download', () => {
  it('stands at its path when it is whole and is what it must be, and leaves nothing beside it', async () => {
    expect(await get({ sha256: server.sha256, size: model.length })).toEqual({
      size: model.length,
      sha256: server.sha256,
    })
    expect(isWhole()).toBe(true)
    expect(readdirSync(folder)).toEqual(['model.gguf'])
  })

  it('goes on where a connection was cut', async () => {
    server.manners.cutAfter = 300_000
    expect((await get()).sha256).toBe(server.sha256)
    expect(isWhole()).toBe(true)
    expect(ranges()).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/), expect.stringMatching(/^bytes=\d+-$/)])
  })

  it('goes on after a kill with what lies there, and verifies all of it', async () => {
    writeFileSync(`${path()}.part`, model.subarray(0, 500_000))
    const state = { url: `${server.url}/small.gguf`, version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    await get({ sha256: server.sha256 })
    expect(ranges()).toEqual(['bytes=500000-'])
    expect(isWhole()).toBe(true)
  })

  it('asks for nothing when a kill came between the last byte and the name', async () => {
    writeFileSync(`${path()}.part`, model)
    const state = { url: `${server.url}/small.gguf`, version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    await get({ sha256: server.sha256 })
    expect(server.seen).toEqual([])
    expect(isWhole()).toBe(true)
  })

  it.each([
    ['of another address', { url: 'http://other.invalid/', version: '"first"', total: model.length }],
    ['of another version', { url: '', version: '"before"', total: model.length }],
    ['of another size', { url: '', version: '"first"', total: 12 }],
  ])('begins anew over a part %s', async (_name, state) => {
    writeFileSync(`${path()}.part`, Buffer.alloc(1_000, 'x'))
    writeFileSync(`${path()}.part.json`, JSON.stringify({ ...state, url: state.url || `${server.url}/small.gguf` }))
    await get()
    expect(isWhole()).toBe(true)
  })

  it('begins anew when the file changes between two connections', async () => {
    server.manners.cutAfter = 300_000
    const other = createTinyModel({ seed: 2 })
    const changed = get()
    server.manners = { ...server.manners, cutAfter: Infinity }
    await changed.catch(() => undefined)
    writeFileSync(`${path()}.part`, model.subarray(0, 100_000))
    const state = { url: `${server.url}/small.gguf`, version: '"first"', total: model.length }
    writeFileSync(`${path()}.part.json`, JSON.stringify(state))
    server.manners = { ...server.manners, body: other, etag: '"second"' }
    await get()
    expect(isWhole()).toBe(true)
  })

  it('begins anew each time when the server knows no ranges', async () => {
    server.manners.ranges = false
    server.manners.cutAfter = 300_000
    const cut = get()
    await expect(cut).rejects.toThrow('could not be downloaded')
    server.manners.cutAfter = Infinity
    await get()
    expect(isWhole()).toBe(true)
  })

  it('needs no length, and follows a redirect', async () => {
    server.manners.isChunked = true
    const source = { url: `${server.url}/moved`, headers: {}, sha256: server.sha256 }
    await download(source, { path: path(), onProgress: () => undefined })
    expect(isWhole()).toBe(true)
  })

  it('gives up a connection on which nothing comes', async () => {
    server.manners.stallAfter = 400_000
    await get({ stallMs: 50 })
    expect(isWhole()).toBe(true)
    expect(server.seen.length).toBeGreaterThan(1)
  })
})

describe('a download that cannot be', () => {
  it.each([
    [404, 'does not exist (404)'],
    [401, 'is not given to us (401)'],
    [403, 'is not given to us (403)'],
    [500, 'could not be downloaded (the server answered 500)'],
  ])('says so after %i', async (status, sentence) => {
    server.manners.status = status
    await expect(get()).rejects.toThrow(sentence)
    expect(server.seen).toHaveLength(status === 500 ? 6 : 1)
  })

  it('is refused when the file is another one, and none of it stays', async () => {
    await expect(get({ sha256: nothing })).rejects.toThrow(`has the SHA-256 ${server.sha256}, and not the ${nothing}`)
    await expect(get({ size: 12 })).rejects.toThrow(`has ${String(model.length)} bytes, and not the 12 it must have`)
    expect(existsSync(path())).toBe(false)
    expect(readFileSync(`${path()}.part`)).toHaveLength(0)
  })

  it('is refused when it is no model: a page that asks to sign in, for example', async () => {
    server.manners.body = Buffer.from('<!doctype html><title>Sign in</title>')
    await expect(get()).rejects.toThrow('is no GGUF file')
  })

  it('is refused when more was announced than comes, and keeps what came', async () => {
    server.manners.lengthError = 1_000
    await expect(get({ stallMs: 50 })).rejects.toThrow(ModelUnavailable)
    expect(existsSync(path())).toBe(false)
  })

  it('says which server is not there', async () => {
    const { url } = server
    server.close()
    const source = { url: `${url}/small.gguf`, headers: {} }
    const refused = download(source, { path: path(), onProgress: () => undefined, pauseMs: 1 })
    await expect(refused).rejects.toThrow(/could not be downloaded \(.*ECONNREFUSED/)
  })

  it('says that there is no room before it fills the disk', async () => {
    server.manners.lengthError = 2 ** 52
    await expect(get()).rejects.toThrow(/has no room for the model, which needs [\d.]+ GB more/)
  })
})

describe('LOCAL_MODEL as an address', () => {
  const open = (text: string, extra: Record<string, string> = {}) => {
    return modelFileIn({ LOCAL_MODEL: text, DATA_DIR: folder, HF_ENDPOINT: server.url, ...extra })
  }

  it('is downloaded once, below the data folder, however many ask at once', async () => {
    const [first, second] = await Promise.all([open(`${server.url}/a/b.gguf`), open(`${server.url}/a/b.gguf`)])
    expect(first).toBe(second)
    expect(first.startsWith(join(folder, 'models', 'web'))).toBe(true)
    expect(readFileSync(first).equals(model)).toBe(true)
    expect(server.seen).toHaveLength(1)
    await open(`${server.url}/a/b.gguf`)
    expect(server.seen).toHaveLength(1)
  })

  it('on the hub is verified by what the hub says, with the token where there is one', async () => {
    const found = await open('hf:someone/some-model/small.gguf', { HF_TOKEN: 'secret' })
    expect(found).toBe(join(folder, 'models', 'hub', 'someone', 'some-model', 'main', 'small.gguf'))
    expect(server.seen).toEqual([
      {
        method: 'HEAD',
        url: '/someone/some-model/resolve/main/small.gguf?download=true',
        authorization: 'Bearer secret',
      },
      {
        method: 'GET',
        url: '/someone/some-model/resolve/main/small.gguf?download=true',
        authorization: 'Bearer secret',
      },
    ])
  })

  it('on the hub may name a quantization, which is looked up once, a branch and a digest', async () => {
    const found = await open('hf:someone/some-model:Q4_K_M')
    expect(found).toMatch(/main.small\.gguf$/)
    const { length } = server.seen
    expect(await open('hf:someone/some-model:Q4_K_M')).toBe(found)
    expect(server.seen).toHaveLength(length)
    expect(await open('hf:someone/some-model/deep/small.gguf#v2')).toMatch(/v2.deep.small\.gguf$/)
    await expect(open(`hf:someone/other/small.gguf#sha256=${nothing}`)).rejects.toThrow('and not the')
  })

  it('of the first of several parts brings all of them', async () => {
    const first = await open(`${server.url}/large-00001-of-00003.gguf`)
    expect(first).toMatch(/large-00001-of-00003\.gguf$/)
    expect(readdirSync(dirname(first)).filter((name) => name.endsWith('.gguf'))).toHaveLength(3)
  })

  it('refuses a file that was changed since, and one with another digest', async () => {
    const found = await open(`${server.url}/small.gguf#sha256=${server.sha256}`)
    await expect(open(`${server.url}/small.gguf#sha256=${nothing}`)).rejects.toThrow('remove it')
    writeFileSync(found, 'GGUF and something else')
    await expect(open(`${server.url}/small.gguf`)).rejects.toThrow('remove it, and it is downloaded again')
    rmSync(found)
    await open(`${server.url}/small.gguf`)
  })

  it.each([
    [404, 'The hub has no hf:a/b/c.gguf'],
    [401, 'a private model needs HF_TOKEN'],
    [503, 'The hub could not be asked'],
  ])('says what the hub said: %i', async (status, sentence) => {
    server.manners.status = status
    await expect(open('hf:a/b/c.gguf')).rejects.toThrow(sentence)
  })

  it.each([
    'hf:a/b/../c.gguf',
    'hf:a/b/c.bin',
    'hf:a',
    'hf:a/b:Q4/c.gguf',
    'hf:/b/c.gguf',
    'http://host/model.bin',
    'https://user:password@host/model.gguf',
    'https://host/model.gguf#sha256=12',
    'http:',
  ])('is refused at the start when it is none: %s', (text) => {
    expect(() => readConfig({ LOCAL_MODEL: text })).toThrow('LOCAL_MODEL')
  })
})

describe('the progress of a download', () => {
  it('is a bar on a terminal', () => {
    let shown = ''
    const progress = new Progress('model.gguf', log, { isTTY: true, write: (text: string) => (shown += text) })
    progress.show(50_000_000, 100_000_000)
    progress.show(50_000_001, 100_000_000)
    progress.show(100_000_000, 100_000_000)
    progress.end()
    expect(shown.match(/\[#{15}\.{15}\] 50 % of 100 MB/g)).toHaveLength(1)
    expect(shown).toContain('100 % of 100 MB')
    expect(shown.endsWith('\n')).toBe(true)
  })
})

describe('workers whose model is downloaded', () => {
  const processes = Processes.create()
  afterAll(async () => (await processes).close())

  it('are away until one of them has it, and go on after a kill where they were', async () => {
    const env = {
      LOCAL_MODEL: `${server.url}/small.gguf`,
      ROLES: 'app,office,character',
      ...internalPorts,
      CONTEXT_SIZE: '512',
    }
    server.manners.stallAfter = 400_000
    const first = await (await processes).start(env)
    await server.requests(1)
    const office = `http://127.0.0.1:${String(first.ports['office'])}`
    expect((await fetch(`${office}/health/ready`)).status).toBe(503)
    const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"input_data":"Hello"}' }
    expect((await fetch(`${office}/Local`, ask)).status).toBe(503)
    await first.stop('SIGKILL')

    server.manners.stallAfter = Infinity
    const second = (await processes).launch('src/main.ts', { env })
    await second.seen(/"kind":"office".*"name":"model loaded"/)
    await second.seen(/"kind":"character".*"name":"model loaded"/)
    expect(server.seen).toHaveLength(2)
    expect(server.seen[1]?.range).toMatch(/^bytes=\d+-$/)
    expect(second.output().match(/"name":"model downloaded"/g)).toHaveLength(1)
  })
})
