import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DataExportTable } from '../../src/database/tables/data-exports.js'
import { unzip } from '../support/accounts/unzip.js'
import { cancel } from '../support/accounts/usage-fixture.js'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import { eventually } from '../support/app/eventually.js'
import { at, password, Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { FreezingStore } from '../support/images/freezing-store.js'
import { noise } from '../support/images/pictures.js'
import { openTestImages } from '../support/images/test-bucket.js'
import type { TestImages } from '../support/images/test-bucket.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'

const begin = 'mutation { exportMyData { dataExport { id status progress } } }'
const state = '{ myDataExport { id status progress expiresAt } }'
const newLink = 'mutation { createDataExportLink { url expiresAt } }'
const hour = 3_600_000
const settings = { name: 'Harbour', instructions: 'Be brief', sampling: { temperature: 0.5 } }
const texts = { tags: ['sea'], description: 'For sailors', exampleDialogues: '<START>\n{{user}}: Hi' }

const freezing = new FreezingStore()
const tap = new TappedGenerator()
let app: TestApp
let images: TestImages
let aheadMs = 0
beforeAll(async () => {
  app = await createTestApp({ clock: () => Date.now() + aheadMs, wrap: { ...tap.wrap, imageStore: freezing.wrap } })
  images = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
})
afterAll(async () => {
  await images.close()
  await app.close()
})

const stateOf = async (person: Person) =>
  (await person.data(state))['myDataExport'] as { id: string; status: string; progress: number } | null

async function exported(person: Person): Promise<string> {
  const id = at(await person.data(begin), 'exportMyData', 'dataExport', 'id')
  while ((await stateOf(person))?.status === 'RUNNING') await app.app.product.dataExports.round()
  expect(await stateOf(person)).toMatchObject({ id, status: 'READY', progress: 1 })
  return id
}

/** The same person with a new token. */
async function signedIn({ id, username }: Person): Promise<Person> {
  const input = { email: `${username}@example.com`, password }
  const { login } = await app
    .stranger()
    .data('mutation ($input: LoginInput!) { login(input: $input) { token } }', { input })
  return new Person(app.url, id, username, at(login, 'token'))
}

/** A new link, at the address of the app. */
const linkOf = async (person: Person) => {
  const { pathname, search } = new URL(at(await person.data(newLink), 'createDataExportLink', 'url'))
  return app.url + pathname + search
}

async function fetched(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const linesOf = (bytes: Buffer | undefined) =>
  String(bytes)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function exportFiles(): Promise<string[]> {
  const names: string[] = []
  for await (const name of images.store.list()) if (name.startsWith('export-')) names.push(name)
  return names
}

async function upload(person: Person): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([await noise(20, 20).webp().toBuffer()]))
  return at((await person.rest('POST', '/images', form)).body, 'id')
}

describe('the archive of an account', () => {
  it('has all of its data, and nothing of another account and no secret', async () => {
    const [ada, bob] = [await app.person('ada'), await app.person('bob')]
    const roomId = await ada.room('chat')
    await bob.room('chat')
    await ada.data(
      'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { id } } }',
      {
        id: roomId,
        input: settings,
      },
    )
    const { myCharacters } = await ada.data('{ myCharacters { nodes { id } } }')
    await ada.data(
      'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }',
      { id: at({ myCharacters }, 'myCharacters', 'nodes', '0', 'id'), input: texts },
    )
    const card = JSON.stringify({ name: 'Hopper', creator: 'Nova' })
    await ada.data('mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }', {
      card,
    })
    const [imageId, lostId] = [await upload(ada), await upload(ada)]
    await images.store.delete(lostId)
    await upload(bob)
    await watch(ada, await ada.say(roomId, 'Hello 🙂'))
    tap.next = stall({ kind: 'started' })
    await cancel(ada, await ada.say(roomId, 'Never mind'))
    const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
    for (let n = 0; n < 120; n += 1)
      await ada.data(save, { input: { roomId, inputData: `say ${String(n)}`, outputData: 'yes' } })
    await exported(ada)
    const { status, headers, bytes } = await fetched(await linkOf(ada))
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    const files = await unzip(bytes)
    expect([...files.keys()]).toEqual([
      'account.json',
      'usage.json',
      'characters.jsonl',
      'likes.jsonl',
      'rooms.jsonl',
      'entries.jsonl',
      'generations.jsonl',
      'images.jsonl',
      `images/${imageId}.webp`,
    ])
    expect(linesOf(files.get('account.json'))).toMatchObject([
      { username: ada.username, sessions: [{}], agreements: [{}] },
    ])
    expect(linesOf(files.get('characters.jsonl'))).toMatchObject([
      { name: 'Grace', greeting: 'Ahoy', context: 'A sailor', ...texts, card: null },
      { name: 'Hopper', card: { creator: 'Nova' } },
    ])
    expect(linesOf(files.get('generations.jsonl'))).toMatchObject([
      { roomId, message: 'Never mind', status: 'CANCELLED' },
    ])
    expect(linesOf(files.get('rooms.jsonl'))).toMatchObject([{ roomId, kind: 'character', ...settings }])
    const entries = linesOf(files.get('entries.jsonl'))
    expect(entries.map(({ index }) => index)).toEqual(Array.from({ length: 121 }, (_, n) => n + 1))
    expect(entries[0]).toMatchObject({ roomId, inputData: 'Hello 🙂', alternatives: [{ number: 1 }] })
    expect(entries[120]).toMatchObject({ inputData: 'say 119' })
    const listed = linesOf(files.get('images.jsonl')).map(({ id, width, file }) => [id, width, file])
    expect(new Map(listed.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [imageId, [20, `images/${imageId}.webp`]],
        [lostId, [20, null]],
      ]),
    )
    const { bytes: picture } = await fetched(`${app.url}/thumbnail?id=${imageId}`)
    expect(files.get(`images/${imageId}.webp`)).toEqual(picture)
    const all = [...files.values()].map(String).join('')
    for (const secret of ['argon2', password, ada.token ?? '-', 'passwordHash', 'familyHash', 'keyHash', bob.username])
      expect(all).not.toContain(secret)
  })

  it('is one for an account, however often it is requested at once, and hourly', async () => {
    const ada = await app.person('ada')
    const held = freezing.freeze()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.data(begin)))
    expect(new Set(answers.map((answer) => at(answer, 'exportMyData', 'dataExport', 'id'))).size).toBe(1)
    held.abort()
    await exported(ada)
    expect(await ada.codes(begin)).toEqual(['RATE_LIMITED'])
  })

  it('can be downloaded until the next one is complete', async () => {
    const ada = await app.person('ada')
    await exported(ada)
    const first = await exportFiles()
    aheadMs += hour
    const held = freezing.freeze()
    await ada.data(begin)
    const frozenRound = app.app.product.dataExports.round()
    while (freezing.isFrozenNext) await stateOf(ada)
    await app.app.sweeper.sweep()
    expect((await stateOf(ada))?.status).toBe('RUNNING')
    expect((await unzip((await fetched(await linkOf(ada))).bytes)).size).toBe(8)
    const link = await linkOf(ada)
    held.abort()
    await frozenRound
    while ((await stateOf(ada))?.status === 'RUNNING') await app.app.product.dataExports.round()
    expect((await fetched(link)).status).toBe(404)
    aheadMs += 2 * hour
    await app.app.sweeper.sweep()
    // the files of the archive that was replaced are gone, those of the new one are not
    expect((await exportFiles()).filter((name) => first.includes(name))).not.toEqual(first)
    expect((await fetched(await linkOf(ada))).status).toBe(200)
  })

  it('belongs to its account alone', async () => {
    const [ada, bob] = [await app.person('ada'), await app.person('bob')]
    expect(await ada.codes(newLink)).toEqual(['NOT_FOUND'])
    await exported(ada)
    expect(await stateOf(bob)).toBeNull()
    expect(await bob.codes(newLink)).toEqual(['NOT_FOUND'])
    for (const query of [begin, newLink]) expect(await app.stranger().codes(query)).toEqual(['UNAUTHENTICATED'])
    for (const name of await exportFiles()) expect((await fetched(`${app.url}/thumbnail?id=${name}`)).status).toBe(404)
  })

  it('is deleted with its account, at once', async () => {
    const ada = await app.person('ada')
    const before = await exportFiles()
    await exported(ada)
    const link = await linkOf(ada)
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect((await fetched(link)).status).toBe(404)
    expect(await exportFiles()).toEqual(before)
  })

  it('is deleted after 24 hours, with its link', async () => {
    const ada = await app.person('ada')
    await exported(ada)
    const link = await linkOf(ada)
    aheadMs += 24 * hour
    expect((await fetched(link)).status).toBe(404)
    const again = await signedIn(ada)
    expect(await again.codes(newLink)).toEqual(['NOT_FOUND'])
    await app.app.sweeper.sweep()
    expect(await stateOf(again)).toBeNull()
    expect(await exportFiles()).toEqual([])
  })
})

describe('the link of an archive', () => {
  it('is used up by one download, then answered as an unknown one', async () => {
    const ada = await app.person('ada')
    await exported(ada)
    const [replaced, link] = [await linkOf(ada), await linkOf(ada)]
    expect((await fetched(link, { method: 'HEAD' })).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetched(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const texts = []
    for (const url of [link, replaced, `${app.url}/data-export?token=x`, `${app.url}/data-export`])
      texts.push(String((await fetched(url)).bytes))
    expect([...new Set(texts)]).toEqual(['{"detail":"Not found"}'])
    expect((await unzip((await fetched(await linkOf(ada))).bytes)).size).toBe(8)
  })

  it('is used up by a download that breaks; another link can be requested', async () => {
    const ada = await app.person('ada')
    await upload(ada)
    await exported(ada)
    const link = await linkOf(ada)
    const stopped = new AbortController()
    await fetch(link, { signal: stopped.signal })
    stopped.abort()
    expect((await fetched(link)).status).toBe(404)
    expect((await unzip((await fetched(await linkOf(ada))).bytes)).size).toBe(9)
  })
})

describe('an export whose instance ends', () => {
  it('begins again at another one, and the first one changes nothing when it returns', async () => {
    const ada = await app.person('ada')
    const first = freezing.freeze()
    const id = at(await ada.data(begin), 'exportMyData', 'dataExport', 'id')
    const frozenRound = app.app.product.dataExports.round()
    while (freezing.isFrozenNext) await stateOf(ada)
    expect(await stateOf(ada)).toMatchObject({ id, status: 'RUNNING' })
    aheadMs += 31_000
    while ((await stateOf(ada))?.status === 'RUNNING') await app.app.product.dataExports.round()
    const ready = await stateOf(ada)
    expect(ready).toMatchObject({ id, status: 'READY' })
    first.abort()
    await frozenRound
    const { bytes } = await fetched(await linkOf(ada))
    expect((await unzip(bytes)).has('account.json')).toBe(true)
    expect(await stateOf(ada)).toEqual(ready)
  })

  it('fails after five attempts, and leaves no file', async () => {
    const before = await exportFiles()
    const ada = await app.person('ada')
    const last = freezing.freeze()
    const id = at(await ada.data(begin), 'exportMyData', 'dataExport', 'id')
    const frozenRound = app.app.product.dataExports.round()
    while (freezing.isFrozenNext) await stateOf(ada)
    await app.app.database.write((db) => db.update(DataExportTable, { id }, { attempts: 5, leaseUntil: 0 }))
    await app.app.product.dataExports.round()
    expect(await stateOf(ada)).toMatchObject({ id, status: 'FAILED' })
    last.abort()
    await frozenRound
    // the round of the app's own timer may have been the frozen one
    await eventually('its files are deleted', async () => (await exportFiles()).join() === before.join())
    expect(await stateOf(ada)).toMatchObject({ id, status: 'FAILED' })
    expect(await ada.codes(newLink)).toEqual(['NOT_FOUND'])
  })
})
