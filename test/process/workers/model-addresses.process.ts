import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTinyModel, ModelServer } from '@parley/testing'
import { readConfig } from '../../../src/config/config.js'
import { modelFileIn } from '../../support/ai-workers/model-file.js'
import { Processes } from '../../support/app/processes.js'

const model = createTinyModel()
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

describe('LOCAL_MODEL as an address', () => {
  const open = (text: string, extra: Record<string, string> = {}) => {
    return modelFileIn({ LOCAL_MODEL: text, DATA_DIR: folder, HF_ENDPOINT: server.url, ...extra })
  }

  it('is downloaded once, below the data folder, however many workers start at once', async () => {
    const [first, second] = await Promise.all([open(`${server.url}/a/b.gguf`), open(`${server.url}/a/b.gguf`)])
    expect(first).toBe(second)
    expect(first.startsWith(join(folder, 'models', 'web'))).toBe(true)
    expect(readFileSync(first).equals(model)).toBe(true)
    expect(server.seen).toHaveLength(1)
    await open(`${server.url}/a/b.gguf`)
    expect(server.seen).toHaveLength(1)
  })

  it.each([
    ['with and without a digest', () => [`${server.url}/a/b.gguf`, `${server.url}/a/b.gguf#sha256=${server.sha256}`]],
    ['by its path and by its quantization', () => ['hf:a/b/small.gguf', 'hf:a/b:Q4_K_M']],
  ])('is downloaded once when two ask at once for one file %s', async (_name, addresses) => {
    const [first, second] = await Promise.all(addresses().map((address) => open(address)))
    expect(first).toBe(second)
    expect(server.seen.filter(({ method, url }) => method === 'GET' && url.includes('.gguf'))).toHaveLength(1)
  })

  it('records the file of a quantization completely or not at all', async () => {
    const below = join(folder, 'models', 'hub', 'a', 'b', 'main')
    mkdirSync(below, { recursive: true })
    const [note, before] = [join(below, 'Q4.tag'), join(folder, 'before')]
    writeFileSync(note, '')
    linkSync(note, before)
    await open('hf:a/b:Q4')
    // replaced, not overwritten in place
    expect([readFileSync(note, 'utf8'), readFileSync(before, 'utf8')]).toEqual(['small.gguf', ''])
    expect(readdirSync(below).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it("on the hub is verified with the hub's data, using the token if there is one", async () => {
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

  it('on the hub may name a quantization, which is looked up once, and a branch and a digest', async () => {
    const found = await open('hf:someone/some-model:Q4_K_M')
    expect(found).toMatch(/main.small\.gguf$/)
    const { length } = server.seen
    expect(await open('hf:someone/some-model:Q4_K_M')).toBe(found)
    expect(server.seen).toHaveLength(length)
    expect(await open('hf:someone/some-model/deep/small.gguf#v2')).toMatch(/v2.deep.small\.gguf$/)
    await expect(open(`hf:someone/other/small.gguf#sha256=${nothing}`)).rejects.toThrow('and not the')
  })

  it('of the first of several parts downloads all of them', async () => {
    const first = await open(`${server.url}/large-00001-of-00003.gguf`)
    expect(first).toMatch(/large-00001-of-00003\.gguf$/)
    expect(readdirSync(dirname(first)).filter((name) => name.endsWith('.gguf'))).toHaveLength(3)
  })

  it('refuses a file that was changed later, and one with another digest', async () => {
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
    server.behaviour.status = status
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

describe('workers whose model is downloaded', () => {
  const processes = Processes.create()
  afterAll(async () => (await processes).close())

  it('are unavailable until one of them has it, and continue after a kill', async () => {
    const env = {
      LOCAL_MODEL: `${server.url}/small.gguf`,
      ROLES: 'app,office,character',
      ...internalPorts,
      CONTEXT_SIZE: '512',
    }
    server.behaviour.stallAfter = 400_000
    const first = await (await processes).start(env)
    await server.requests(1)
    const office = `http://127.0.0.1:${String(first.ports['office'])}`
    expect((await fetch(`${office}/health/ready`)).status).toBe(503)
    const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"input_data":"Hello"}' }
    expect((await fetch(`${office}/Local`, ask)).status).toBe(503)
    await first.stop('SIGKILL')

    server.behaviour.stallAfter = Infinity
    const second = (await processes).launch('main/main.ts', { env })
    await second.seen(/"kind":"office".*"name":"model.loaded"/)
    await second.seen(/"kind":"character".*"name":"model.loaded"/)
    expect(server.seen).toHaveLength(2)
    expect(server.seen[1]?.range).toMatch(/^bytes=\d+-$/)
    expect(second.output().match(/"name":"model_download.completed"/g)).toHaveLength(1)
  })
})
