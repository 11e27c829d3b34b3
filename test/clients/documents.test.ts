import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { until } from '@parley/testing'
import type { Operation, Parley } from '../../packages/client/src/index.js'
import * as operations from '../../packages/client/src/operations.generated.js'
import { texts } from '../../packages/client/src/texts.generated.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { signedIn } from '../support/clients/client-fixture.js'
import { countingFetch } from '../support/clients/counting-fetch.js'

const manifestFile = 'packages/client/trusted-documents.json'
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, string>

/** A document that no manifest has. */
const other: Operation<{ me: { username: string } | null }, Record<string, never>> = {
  hash: 'other-1',
  text: 'query Other{me{username}}',
}
const otherEvents: Operation<{ roomEvents: { __typename: string } }, { roomId: string }> = {
  hash: 'other-2',
  text: 'subscription OtherEvents($roomId:ID!){roomEvents(roomId:$roomId){__typename}}',
}

const firstOf = async (parley: Parley, roomId: string) => {
  for await (const { roomEvents } of parley.follow(otherEvents, { roomId })) return roomEvents.__typename
  return undefined
}

/** A server of another release: it knows none of the hashes. */
const anotherRelease = (text: string) => text.replace(/"documentId":"[^"]*"/, '"documentId":"unknown"')
const toAnotherRelease: typeof fetch = (input, init) =>
  fetch(input, typeof init?.body === 'string' ? { ...init, body: anotherRelease(init.body) } : init)
class SocketToAnotherRelease extends WebSocket {
  override send(text: string): void {
    super.send(anotherRelease(text))
  }
}

it('the manifest has every operation of the package by the beginning of its SHA-256', () => {
  for (const [hash, text] of Object.entries(manifest))
    expect(createHash('sha256').update(text).digest('base64url').slice(0, 8)).toBe(hash)
  const hashes = Object.values(operations).map(({ hash }) => hash)
  expect(hashes.sort()).toEqual(Object.keys(manifest).sort())
  expect(texts).toEqual(manifest)
})

it('the server checks the documents of the package as it checks those of an operator', async () => {
  const app = await createTestApp({ env: { TRUSTED_DOCUMENTS: manifestFile } })
  await app.close()
})

describe.each([
  ['without a setting', {}],
  ['with another manifest', { TRUSTED_DOCUMENTS: 'test/fixtures/trusted-documents.json' }],
])('a server %s', (_what, env) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env })
  })
  afterAll(() => app.close())

  it('knows the hashes of the package', async () => {
    const { bodies, fetch } = countingFetch()
    const parley = await signedIn(app.url, { fetch, WebSocket: false })
    const { id } = await parley.createOfficeRoom()
    const leave = parley.room(id).subscribe(() => undefined)
    await until('the room is read', parley.room(id), ({ connection }) => connection === 'live')
    leave()
    expect(bodies.length).toBeGreaterThan(3)
    for (const { query, documentId } of bodies)
      expect([query, manifest[documentId ?? '']]).toEqual(['', expect.any(String)])
  })

  it.each([{ WebSocket: false }, {}])('gets the text of another document (%j)', async (options) => {
    const { bodies, fetch } = countingFetch()
    const parley = await signedIn(app.url, { fetch, ...options })
    const { id } = await parley.createOfficeRoom()
    bodies.length = 0
    await Promise.all([parley.request(other, {}), parley.request(other, {})])
    expect(await parley.request(other, {})).toMatchObject({ me: { username: expect.any(String) } })
    // two at once send their hashes, then their texts, each at its own pace
    expect(bodies.map(({ query }) => query).sort()).toEqual(['', '', other.text, other.text, other.text])
    expect(await firstOf(parley, id)).toBe('RoomSnapshot')
    bodies.length = 0
    await parley.models()
    expect(bodies.map(({ query }) => query)).toEqual([''])
  })

  it.each([{ WebSocket: false }, { WebSocket: SocketToAnotherRelease }])(
    'of another release gets the texts of the package (%j)',
    async (options) => {
      const parley = await signedIn(app.url, { fetch: toAnotherRelease, ...options })
      const { id } = await parley.createOfficeRoom()
      const leave = parley.room(id).subscribe(() => undefined)
      await until('the room is read', parley.room(id), ({ connection }) => connection === 'live')
      leave()
      const unknown: Operation<object, Record<string, never>> = { hash: 'nowhere' }
      await expect(parley.request(unknown, {})).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' })
    },
  )

  it.each([{ WebSocket: false }, {}])('gets the text of another subscription first (%j)', async (options) => {
    const parley = await signedIn(app.url, options)
    const { id } = await parley.createOfficeRoom()
    expect(await firstOf(parley, id)).toBe('RoomSnapshot')
  })
})

describe.each([
  ['alone', {}],
  ['and another manifest', { TRUSTED_DOCUMENTS: 'test/fixtures/trusted-documents.json' }],
])('a server with TRUSTED_DOCUMENTS_ONLY %s', (_what, env) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env: { ...env, TRUSTED_DOCUMENTS_ONLY: 'true' } })
  })
  afterAll(() => app.close())

  it.each([{ WebSocket: false }, {}])('serves the package, by hash and by text (%j)', async (options) => {
    const parley = await signedIn(app.url, options)
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    const sent = await room.send('Hello')
    for await (const { status } of sent.events()) if (status === 'COMPLETED') break
    await until('the entry is in the log', room, ({ entries }) => entries.length === 1)
    leave()
    const models: typeof operations.models = { text: texts[operations.models.hash ?? ''] ?? '' }
    expect((await parley.request(models, {})).models).toEqual(expect.any(Array))
  })

  it('refuses another document', async () => {
    const parley = await signedIn(app.url)
    await expect(parley.request(other, {})).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' })
    await expect(firstOf(parley, 'x')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' })
  })
})
