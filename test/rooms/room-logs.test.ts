import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const turn = { input_data: 'Hello', output_data: 'Hi' }
const save = `mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index version } } }`
const update = `mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { index version inputData imgUrl } } }`

let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ env: { IMAGE_HOST: 'img.example' } })
  ;[ada, eve] = [await app.person(), await app.person()]
})
afterAll(() => app.close())

describe.each([
  ['office', 'officerooms'],
  ['chat', 'chatrooms'],
] as const)('the log of an %s room', (kind, name) => {
  const logsOf = async (entries: number) => {
    const roomId = await ada.room(kind)
    const path = `/api/rooms/${name}/${roomId}/logs`
    for (let index = 0; index < entries; index += 1) await ada.rest('PUT', path, turn)
    return { roomId, path, short: `/api/${name}/${roomId}/logs` }
  }
  const indexes = async (path: string) =>
    ((await ada.rest('GET', path)).body as { index: number }[]).map(({ index }) => index)

  it('replaces an entry when its index is sent, on both paths', async () => {
    const { roomId, path, short } = await logsOf(2)
    const changed = { index: '1', input_data: 'Changed', output_data: 'Too' }
    expect(await ada.rest('PUT', path, changed)).toMatchObject({
      status: 200,
      text: `Successfully updated data to document with ID: ${roomId}`,
    })
    expect((await ada.rest('PUT', short, { ...turn, index: 2, output_data: 'New' })).status).toBe(200)
    expect((await ada.rest('GET', path)).body).toMatchObject([
      { index: 1, input_data: 'Changed', output_data: 'Too' },
      { index: 2, input_data: 'Hello', output_data: 'New' },
    ])
    expect((await ada.rest('PUT', path, { ...turn, index: 3 })).status).toBe(404)
    expect((await eve.rest('PUT', path, { ...turn, index: 1 })).status).toBe(404)
    expect((await app.stranger().rest('PUT', path, { ...turn, index: 1 })).status).toBe(401)
  })

  it.each([0, -1, 1.5, 'x', '2147483648'])('refuses the index %p', async (index) => {
    const { path } = await logsOf(1)
    const put = await ada.rest('PUT', path, { ...turn, index })
    expect(put).toMatchObject({ status: 422, body: { detail: [{ location: ['body', 'index'] }] } })
    const del = await ada.rest('DELETE', `${path}?index=${String(index)}`)
    expect(del).toMatchObject({ status: 422, body: { detail: [{ location: ['query', 'index'] }] } })
    expect(await indexes(path)).toEqual([1])
  })

  it('removes one entry, renumbers nothing and assigns no index twice', async () => {
    const { roomId, path } = await logsOf(3)
    expect((await eve.rest('DELETE', `${path}?index=2`)).status).toBe(404)
    expect((await app.stranger().rest('DELETE', `${path}?index=2`)).status).toBe(401)
    expect(await ada.rest('DELETE', `${path}?index=2`)).toMatchObject({
      status: 200,
      text: `Successfully removed data from index: 2 in document with ID: ${roomId}`,
    })
    expect((await ada.rest('DELETE', `${path}?index=2`)).status).toBe(404)
    expect((await ada.rest('DELETE', path)).body).toMatchObject({ detail: [{ type: 'missing' }] })
    await ada.rest('DELETE', `${path}?index=3`)
    await ada.rest('PUT', path, turn)
    expect(await indexes(path)).toEqual([1, 4])
  })
})

describe('the image of an entry', () => {
  const stored = 'https://img.example/thumbnail?id=a'
  const foreign = 'https://elsewhere.example/thumbnail?id=a'
  const entry = { inputData: 'a', outputData: 'b' }

  it('is the address of a stored one in a chat room, or none', async () => {
    const roomId = await ada.room('chat')
    const path = `/api/rooms/chatrooms/${roomId}/logs`
    expect((await ada.rest('PUT', path, { ...turn, img_url: stored })).status).toBe(200)
    await ada.data(save, { input: { ...entry, roomId, imgUrl: stored } })
    expect((await ada.rest('PUT', path, { ...turn, index: 1, img_url: null })).status).toBe(200)
    const { body } = await ada.rest('GET', path)
    expect((body as { img_url?: string }[]).map(({ img_url }) => img_url)).toEqual([undefined, stored])
  })

  it.each([foreign, 'https://img.example/a.png', ''])('is refused in a chat room when it is %j', async (imgUrl) => {
    const roomId = await ada.room('chat')
    const path = `/api/rooms/chatrooms/${roomId}/logs`
    await ada.rest('PUT', path, turn)
    for (const index of [undefined, 1])
      expect(await ada.rest('PUT', path, { ...turn, index, img_url: imgUrl })).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['body', 'img_url'] }] },
      })
    expect(await ada.codes(save, { input: { ...entry, roomId, imgUrl } })).toEqual(['BAD_USER_INPUT'])
    expect(await ada.codes(update, { input: { ...entry, roomId, index: 1, imgUrl } })).toEqual(['BAD_USER_INPUT'])
    expect((await ada.rest('GET', path)).body).toMatchObject([{ index: 1, output_data: 'Hi' }])
  })

  it('is ignored in an office room', async () => {
    const roomId = await ada.room('office')
    const path = `/api/rooms/officerooms/${roomId}/logs`
    for (const img_url of [stored, foreign, 5, {}])
      expect((await ada.rest('PUT', path, { ...turn, img_url })).status).toBe(200)
    await ada.data(save, { input: { ...entry, roomId, imgUrl: stored } })
    expect((await ada.rest('GET', path)).text).not.toContain('img_url')
  })
})

describe('an entry', () => {
  it('is not changed by a client that has not seen its newest version', async () => {
    const roomId = await ada.room()
    await ada.data(save, { input: { roomId, inputData: 'a', outputData: 'b' } })
    const change = { roomId, index: 1, inputData: 'c', outputData: 'd', expectedVersion: 1 }
    expect(await ada.data(update, { input: change })).toEqual({
      updateLogEntry: { entry: { index: 1, version: 2, inputData: 'c', imgUrl: null } },
    })
    expect(await ada.codes(update, { input: change })).toEqual(['CONFLICT'])
    expect(await ada.codes(update, { input: { ...change, index: 9 } })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(update, { input: { ...change, index: 0 } })).toEqual(['BAD_USER_INPUT'])
  })

  it('is written once for a key, and the key is in use for all rooms', async () => {
    const [here, there] = [await ada.room(), await ada.room()]
    const entry = { inputData: 'a', outputData: 'b', idempotencyKey: 'one' }
    const saved = { saveLogEntry: { entry: { index: 1, version: 1 } } }
    expect(await ada.data(save, { input: { ...entry, roomId: here } })).toEqual(saved)
    expect(await ada.data(save, { input: { ...entry, roomId: here.toUpperCase() } })).toEqual(saved)
    expect(await ada.codes(save, { input: { ...entry, roomId: there } })).toEqual(['CONFLICT'])
    expect(await ada.codes(save, { input: { ...entry, roomId: here, outputData: 'c' } })).toEqual(['CONFLICT'])
    // another operation, and another person, have separate keys
    await ada.say(there, 'Hello', 'one')
    expect(await eve.data(save, { input: { ...entry, roomId: await eve.room() } })).toEqual(saved)
    await app.idle()
  })
})
