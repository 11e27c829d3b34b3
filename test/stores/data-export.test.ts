import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { DataExportTable } from '../../src/database/tables/data-exports.js'
import { UserTable } from '../../src/database/tables/users.js'
import {
  begin,
  DataExportFixture,
  downloaded,
  fetched,
  newLink,
  upload,
} from '../support/accounts/data-export-fixture.js'
import { unzip } from '../support/accounts/unzip.js'
import { cancel } from '../support/accounts/usage-fixture.js'
import { archiveOf } from '../support/characters/card-files.js'
import { at, password, type Person } from '../support/app/person.js'
import { readFile } from '../support/files/uploads.js'
import { watch } from '../support/app/watch.js'
import { stall } from '../support/replies/tapped-generator.js'

const hour = 3_600_000
const settings = { name: 'Harbour', instructions: 'Be brief', sampling: { temperature: 0.5 } }
const texts = { tags: ['sea'], description: 'For sailors', exampleDialogues: '<START>\n{{user}}: Hi' }

let fixture: DataExportFixture
beforeAll(async () => {
  fixture = await DataExportFixture.open()
})
afterAll(() => fixture.close())

const linesOf = (bytes: Buffer | undefined) =>
  String(bytes)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the archive of an account', () => {
  it('has all of its data, and nothing of another account and no secret', async () => {
    const [ada, bob] = [await fixture.app.person('ada'), await fixture.app.person('bob')]
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
    const data = { name: 'Hopper', creator: 'Nova', first_mes: 'Ahoy' }
    const json = JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data })
    const { importCharacter } = await ada.data(
      'mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }',
      { card: (await archiveOf({ 'card.json': json, 'a.ogg': 'sound' })).toString('base64') },
    )
    const cardFile = `cards/${at(importCharacter, 'character', 'id')}.zip`
    const lorebook = { entries: { '0': { key: ['sea'], content: 'Cold.', other: [1] } } }
    const made = await ada.data(
      'mutation ($book: String!) { importLorebook(input: { book: $book, name: "Sea" }) { lorebook { id } } }',
      { book: JSON.stringify(lorebook) },
    )
    const lorebookId = at(made, 'importLorebook', 'lorebook', 'id')
    await ada.data('mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }', {
      input: { lorebookId, roomId },
    })
    const personaOf = await ada.data(
      'mutation { createPersona(input: { name: "Nova", description: "A pilot" }) { persona { id } } }',
    )
    const personaId = at(personaOf, 'createPersona', 'persona', 'id')
    await ada.data(
      'mutation ($roomId: ID!, $personaId: ID) { setRoomPersona(roomId: $roomId, personaId: $personaId) { room { id } } }',
      {
        roomId,
        personaId,
      },
    )
    const [imageId, lostId, cutId] = [await upload(ada), await upload(ada), await upload(ada)]
    await fixture.images.store.delete(lostId)
    await fixture.images.store.put(cutId, Buffer.alloc(100))
    await upload(bob)
    const fileId = await readFile(ada, { name: '배.txt', bytes: Buffer.from('text') })
    await watch(ada, await ada.say(roomId, 'Hello 🙂'))
    fixture.tap.next = stall({ kind: 'started' })
    await cancel(ada, await ada.say(roomId, 'Never mind'))
    const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
    for (let n = 0; n < 120; n += 1)
      await ada.data(save, { input: { roomId, inputData: `say ${String(n)}`, outputData: 'yes' } })
    await fixture.exported(ada)
    const { status, headers, bytes } = await downloaded(await fixture.linkOf(ada))
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
      'usage-days.jsonl',
      'acts.jsonl',
      'characters.jsonl',
      'lorebooks.jsonl',
      'personas.jsonl',
      'likes.jsonl',
      'rooms.jsonl',
      'entries.jsonl',
      'generations.jsonl',
      'share-links.jsonl',
      'images.jsonl',
      `images/${imageId}.webp`,
      'files.jsonl',
      `files/${fileId}.txt`,
      cardFile,
    ])
    expect(linesOf(files.get('account.json'))).toMatchObject([
      { username: ada.username, sessions: [{}], agreements: [{}] },
    ])
    expect(linesOf(files.get('characters.jsonl'))).toMatchObject([
      { name: 'Grace', greeting: 'Ahoy', context: 'A sailor', ...texts, card: null },
      { name: 'Hopper', card: { spec: 'chara_card_v3', data } },
    ])
    expect(linesOf(files.get('lorebooks.jsonl'))).toMatchObject([
      { name: 'Sea', book: lorebook, uses: [{ characterId: null }] },
    ])
    expect(linesOf(files.get('personas.jsonl'))).toMatchObject([
      { name: 'Nova', description: 'A pilot', isDefault: false },
    ])
    expect(linesOf(files.get('generations.jsonl'))).toMatchObject([
      { roomId, message: 'Never mind', status: 'CANCELLED' },
    ])
    expect(linesOf(files.get('rooms.jsonl'))).toMatchObject([
      { roomId, kind: 'character', personaId: Number(personaId), ...settings },
    ])
    const entries = linesOf(files.get('entries.jsonl'))
    expect(entries.map(({ index }) => index)).toEqual(Array.from({ length: 121 }, (_, n) => n + 1))
    expect(entries[0]).toMatchObject({ roomId, inputData: 'Hello 🙂', shown: 1, alternatives: [{ number: 1 }] })
    expect(entries[0]).not.toHaveProperty('others')
    expect(entries[120]).toMatchObject({ inputData: 'say 119' })
    const listed = linesOf(files.get('images.jsonl')).map(({ id, width, file }) => [id, width, file])
    expect(new Map(listed.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [imageId, [20, `images/${imageId}.webp`]],
        [lostId, [20, null]],
        [cutId, [20, null]],
      ]),
    )
    expect(linesOf(files.get('files.jsonl'))).toMatchObject([
      { id: fileId, name: '배.txt', state: 'WHOLE', characters: 4, file: `files/${fileId}.txt` },
    ])
    expect(String(files.get(`files/${fileId}.txt`))).toBe('text')
    const { bytes: picture } = await fetched(`${fixture.app.url}/thumbnail?id=${imageId}`)
    expect(files.get(`images/${imageId}.webp`)).toEqual(picture)
    expect(String((await unzip(files.get(cardFile) ?? Buffer.alloc(0))).get('a.ogg'))).toBe('sound')
    const all = [...files.values()].map(String).join('')
    for (const secret of ['argon2', password, ada.token ?? '-', 'passwordHash', 'familyHash', 'keyHash', bob.username])
      expect(all).not.toContain(secret)
  })

  it('is one for an account, however often it is requested at once, and hourly', async () => {
    const ada = await fixture.app.person('ada')
    const held = fixture.freezing.freeze()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.data(begin)))
    expect(new Set(answers.map((answer) => at(answer, 'exportMyData', 'dataExport', 'id'))).size).toBe(1)
    held.abort()
    await fixture.exported(ada)
    expect(await ada.codes(begin)).toEqual(['RATE_LIMITED'])
  })

  it('can be downloaded until the next one is complete', async () => {
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const first = await fixture.exportFiles()
    for (let n = 0; n < 3; n += 1) await ada.room()
    fixture.aheadMs += hour
    const held = fixture.freezing.freeze()
    await ada.data(begin)
    const frozenRound = fixture.app.app.product.dataExports.round()
    while (fixture.freezing.isFrozenNext) await fixture.stateOf(ada)
    await fixture.app.app.sweeper.sweep()
    // its 3 rooms are in the part that waits, before its last step
    expect(await fixture.stateOf(ada)).toMatchObject({ status: 'RUNNING', progress: 0.75 })
    expect((await unzip((await downloaded(await fixture.linkOf(ada))).bytes)).size).toBe(14)
    const link = await fixture.linkOf(ada)
    held.abort()
    await frozenRound
    await fixture.written(ada)
    expect((await downloaded(link)).status).toBe(404)
    fixture.aheadMs += 2 * hour
    await fixture.app.app.sweeper.sweep()
    // the files of the archive that was replaced are gone, those of the new one are not
    expect((await fixture.exportFiles()).filter((name) => first.includes(name))).not.toEqual(first)
    expect((await downloaded(await fixture.linkOf(ada))).status).toBe(200)
  })

  it('belongs to its account alone', async () => {
    const [ada, bob] = [await fixture.app.person('ada'), await fixture.app.person('bob')]
    expect(await ada.codes(newLink)).toEqual(['NOT_FOUND'])
    await fixture.exported(ada)
    expect(await fixture.stateOf(bob)).toBeNull()
    expect(await bob.codes(newLink)).toEqual(['NOT_FOUND'])
    for (const query of [begin, newLink]) expect(await fixture.app.stranger().codes(query)).toEqual(['UNAUTHENTICATED'])
    for (const name of await fixture.exportFiles())
      expect((await fetched(`${fixture.app.url}/thumbnail?id=${name}`)).status).toBe(404)
  })

  it('is deleted with its account, at once', async () => {
    const ada = await fixture.app.person('ada')
    const before = await fixture.exportFiles()
    await fixture.exported(ada)
    const link = await fixture.linkOf(ada)
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect((await downloaded(link)).status).toBe(404)
    expect(await fixture.exportFiles()).toEqual(before)
  })

  it('is deleted after 24 hours, with its link', async () => {
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const link = await fixture.linkOf(ada)
    fixture.aheadMs += 24 * hour
    expect((await downloaded(link)).status).toBe(404)
    const again = await fixture.signedIn(ada)
    expect(await again.codes(newLink)).toEqual(['NOT_FOUND'])
    await fixture.app.app.sweeper.sweep()
    expect(await fixture.stateOf(again)).toBeNull()
    expect(await fixture.exportFiles()).toEqual([])
  })
})

describe('an export whose instance ends', () => {
  it('begins again at another one, and the first one changes nothing when it returns', async () => {
    const ada = await fixture.app.person('ada')
    const first = fixture.freezing.freeze()
    const id = at(await ada.data(begin), 'exportMyData', 'dataExport', 'id')
    const frozenRound = fixture.app.app.product.dataExports.round()
    while (fixture.freezing.isFrozenNext) await fixture.stateOf(ada)
    expect(await fixture.stateOf(ada)).toMatchObject({ id, status: 'RUNNING' })
    fixture.aheadMs += 31_000
    await fixture.written(ada)
    const ready = await fixture.stateOf(ada)
    expect(ready).toMatchObject({ id, status: 'READY' })
    first.abort()
    await frozenRound
    const { bytes } = await downloaded(await fixture.linkOf(ada))
    expect((await unzip(bytes)).has('account.json')).toBe(true)
    expect(await fixture.stateOf(ada)).toEqual(ready)
  })

  it('fails after five attempts, and leaves no file', async () => {
    const before = await fixture.exportFiles()
    const ada = await fixture.app.person('ada')
    const last = fixture.freezing.freeze()
    const id = at(await ada.data(begin), 'exportMyData', 'dataExport', 'id')
    const frozenRound = fixture.app.app.product.dataExports.round()
    while (fixture.freezing.isFrozenNext) await fixture.stateOf(ada)
    await fixture.app.app.database.write((db) => db.update(DataExportTable, { id }, { attempts: 5, leaseUntil: 0 }))
    await fixture.app.app.product.dataExports.round()
    expect(await fixture.stateOf(ada)).toMatchObject({ id, status: 'FAILED' })
    last.abort()
    await frozenRound
    // the round of the app's own timer may have been the frozen one
    await until('its files are deleted', async () => (await fixture.exportFiles()).join() === before.join())
    expect(await fixture.stateOf(ada)).toMatchObject({ id, status: 'FAILED' })
    expect(await ada.codes(newLink)).toEqual(['NOT_FOUND'])
  })
})

describe('the link of an archive', () => {
  it('is used up by one download, then answered as an unknown one', async () => {
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const [replaced, link] = [await fixture.linkOf(ada), await fixture.linkOf(ada)]
    expect((await fetched(link, { method: 'HEAD' })).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => downloaded(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const texts = []
    for (const url of [link, replaced, `${fixture.app.url}/data-export?token=x`, `${fixture.app.url}/data-export`])
      for (const method of ['GET', 'POST']) texts.push(String((await fetched(url, { method })).bytes))
    expect([...new Set(texts)]).toEqual(['{"detail":"Not found"}'])
    expect((await unzip((await downloaded(await fixture.linkOf(ada))).bytes)).size).toBe(14)
  })

  it('is not used up by programs that follow links: GET shows a page with a button that needs no script', async () => {
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const link = await fixture.linkOf(ada)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await fetched(link, { method })
    const { status, headers, bytes } = await fetched(link, { headers: { 'accept-language': 'ko-KR,en;q=0.5' } })
    expect([
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
      headers.get('content-language'),
    ]).toEqual([200, 'text/html; charset=utf-8', 'no-store', 'ko'])
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[^']+';form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
    )
    expect(headers.get('vary')).toContain('Accept-Language')
    const html = String(bytes)
    expect(html).toContain('<html lang="ko">')
    expect(html).not.toContain('<script')
    // without an action the form posts to the address of the page, with its token
    expect(html).toMatch(/<form method="post">\s*<button class="button">[^<]+<\/button>\s*<\/form>/)
    expect(String((await fetched(link)).bytes)).toContain('<html lang="en">')
    expect((await unzip((await downloaded(link)).bytes)).size).toBe(14)
    expect((await fetched(link)).status).toBe(404)
  })

  it('is not used up by a request that the store cannot answer', async () => {
    const before = await fixture.exportFiles()
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const link = await fixture.linkOf(ada)
    fixture.files.isDown = true
    expect((await downloaded(link)).status).toBe(503)
    fixture.files.heal()
    const [name = ''] = (await fixture.exportFiles()).filter((each) => !before.includes(each))
    const part = await fixture.images.store.open(name)
    const bytes = part ? await buffer(part.read()) : Buffer.alloc(0)
    await part?.close()
    await fixture.images.store.delete(name)
    expect((await downloaded(link)).status).toBe(500)
    await fixture.images.store.put(name, bytes)
    expect((await downloaded(link)).bytes).toEqual(bytes)
    expect((await downloaded(link)).status).toBe(404)
  })

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a sign-out everywhere', (person) => person.data('mutation { signOutEverywhere }')],
    ['a new password', (person) => resetPassword(person)],
    ['a ban', async ({ id }) => (await fixture.app.admin()).data(ban, { id })],
  ])('ends with %s', async (_name, end) => {
    const [ada, bob] = [await fixture.app.person('ada'), await fixture.app.person('bob')]
    for (const person of [ada, bob]) await fixture.exported(person)
    const [link, other] = [await fixture.linkOf(ada), await fixture.linkOf(bob)]
    await end(ada)
    expect((await downloaded(link)).status).toBe(404)
    expect((await downloaded(other)).status).toBe(200)
  })
})

const ban = 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }'

async function resetPassword({ id }: Person): Promise<unknown> {
  const { database, product } = fixture.app.app
  const resetToken = await database.write(async (db) =>
    product.passwordResets.open(db, await db.selectOneOrThrow(UserTable, { id: Number(id) })),
  )
  const input = { resetToken, newPassword: 'another password' }
  const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }'
  return fixture.app.stranger().data(reset, { input })
}

describe('an export whose store fails', () => {
  it.each(['before', 'after'] as const)('is written again, whichever call fails: %s it', async (when) => {
    const others = await fixture.exportFiles()
    const ada = await fixture.app.person('ada')
    const imageId = await upload(ada)
    let nth = 1
    for (let hasFailed = true; hasFailed; nth += 1) {
      fixture.warnings.length = 0
      await ada.data(begin)
      fixture.files.failOnce(nth, when)
      await fixture.app.app.product.dataExports.round()
      // a round that the app began by itself may be the one that writes it
      await until('the export is written or has failed', async () => {
        return fixture.warnings.includes('data_export.deferred') || (await fixture.stateOf(ada))?.status === 'READY'
      })
      hasFailed = fixture.files.hasFailed
      fixture.files.heal()
      expect((await fixture.stateOf(ada))?.status).toBe(hasFailed ? 'RUNNING' : 'READY')
      expect(fixture.warnings.includes('data_export.deferred')).toBe(hasFailed)
      // past the lease of the attempt, whose files are gone
      fixture.aheadMs += 31_000
      await fixture.written(ada)
      const { bytes } = await downloaded(await fixture.linkOf(ada))
      expect((await unzip(bytes)).has(`images/${imageId}.webp`)).toBe(true)
      fixture.aheadMs += hour
    }
    // an image that is listed and read, and the file of the archive
    expect(nth).toBeGreaterThan(3)
    // the files of the earlier archives
    await fixture.app.app.sweeper.sweep()
    expect((await fixture.exportFiles()).filter((name) => !others.includes(name))).toHaveLength(1)
  })
})
