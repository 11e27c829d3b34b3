import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Operation, Parley } from '../../clients/typescript/src/index.js'
import * as operations from '../../clients/typescript/src/operations.generated.js'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import { signedIn } from '../support/clients/client-fixture.js'
import { countingFetch } from '../support/clients/counting-fetch.js'
import { until } from '../support/clients/until.js'

const manifestFile = 'clients/typescript/trusted-documents.json'
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, string>

/** A document that no manifest has. */
const other: Operation<{ me: { username: string } | null }, Record<string, never>> = {
  isTrusted: true,
  text: 'query Other{me{username}}',
}
const otherEvents: Operation<{ roomEvents: { __typename: string } }, { roomId: string }> = {
  isTrusted: true,
  text: 'subscription OtherEvents($roomId:ID!){roomEvents(roomId:$roomId){__typename}}',
}

const firstOf = async (parley: Parley, roomId: string) => {
  for await (const { roomEvents } of parley.follow(otherEvents, { roomId })) return roomEvents.__typename
  return undefined
}

it('the manifest has the SHA-256 of every operation of the package', () => {
  const texts = Object.values(operations).map(({ text }) => text)
  const hashes = texts.map((text) => [createHash('sha256').update(text).digest('hex'), text])
  expect(Object.fromEntries(hashes)).toEqual(manifest)
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
    for (const { query, extensions } of bodies)
      expect([query, manifest[extensions?.persistedQuery?.sha256Hash ?? '']]).toEqual(['', expect.any(String)])
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
    // without manifests of the operator texts are sent from then on
    bodies.length = 0
    await parley.models()
    expect(bodies.map(({ query }) => query === '')).toEqual(['TRUSTED_DOCUMENTS' in env])
  })

  it.each([{ WebSocket: false }, {}])('gets the text of another subscription first (%j)', async (options) => {
    const parley = await signedIn(app.url, options)
    const { id } = await parley.createOfficeRoom()
    expect(await firstOf(parley, id)).toBe('RoomSnapshot')
  })
})

describe('a server with TRUSTED_DOCUMENTS_ONLY', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env: { TRUSTED_DOCUMENTS_ONLY: 'true' } })
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
    const { isTrusted, ...models } = operations.models
    expect([isTrusted, (await parley.request(models, {})).models?.length]).toEqual([true, expect.any(Number)])
  })

  it('refuses another document', async () => {
    const parley = await signedIn(app.url)
    await expect(parley.request(other, {})).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' })
    await expect(firstOf(parley, 'x')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' })
  })
})
