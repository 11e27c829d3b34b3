import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { signedIn } from '../support/clients/client-fixture.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a file of a client', () => {
  it('is uploaded as it is, read by the server, sent with a message and removed', async () => {
    const parley = await signedIn(app.url)
    // a server that parsed it as JSON would refuse it
    const bytes = '{"anchor": "aweigh"'
    const content = new Blob([bytes], { type: 'application/json' })
    const id = (await parley.uploadFile(content, { name: 'a b&c.json' }))?.id ?? ''
    const read = () => parley.file(id)
    const data = await until('the file is read', read, (found) => found?.state !== 'READING')
    expect(data).toMatchObject({ name: 'a b&c.json', size: bytes.length, state: 'WHOLE' })
    expect(await (await parley.fileContent(id))?.text()).toBe(bytes)
    const { sent } = await parley.startRoom('What is aweigh?', { attachments: [id] })
    expect(sent.generation.attachments).toEqual([{ id, name: 'a b&c.json' }])
    await parley.removeFile(id)
    expect(await read()).toBeNull()
    expect(await parley.fileContent(id)).toBeNull()
  })

  it('is sent by the given fetch, and its upload ends with ABORTED', async () => {
    const parley = await signedIn(app.url)
    const ending = new AbortController()
    const sent: unknown[] = []
    const held: typeof fetch = (_input, init) => {
      sent.push(init?.body)
      ending.abort()
      return Promise.reject(new DOMException('ended', 'AbortError'))
    }
    const blob = new Blob(['words'])
    const upload = parley.uploadFile(blob, { fetch: held, signal: ending.signal })
    await expect(upload).rejects.toMatchObject({ code: 'ABORTED' })
    expect(sent).toEqual([blob])
  })
})
