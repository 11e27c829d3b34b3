import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { begin, DataExportFixture, fetched, upload } from '../support/accounts/data-export-fixture.js'
import { unzip } from '../support/accounts/unzip.js'
import { eventually } from '../support/app/eventually.js'
import type { Person } from '../support/app/person.js'

const hour = 3_600_000

let fixture: DataExportFixture
beforeAll(async () => {
  fixture = await DataExportFixture.open()
})
afterAll(() => fixture.close())

describe('the link of an archive', () => {
  it('is used up by one download, then answered as an unknown one', async () => {
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const [replaced, link] = [await fixture.linkOf(ada), await fixture.linkOf(ada)]
    expect((await fetched(link, { method: 'HEAD' })).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetched(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const texts = []
    for (const url of [link, replaced, `${fixture.app.url}/data-export?token=x`, `${fixture.app.url}/data-export`])
      texts.push(String((await fetched(url)).bytes))
    expect([...new Set(texts)]).toEqual(['{"detail":"Not found"}'])
    expect((await unzip((await fetched(await fixture.linkOf(ada))).bytes)).size).toBe(8)
  })

  it('is not used up by a request that the store cannot answer', async () => {
    const before = await fixture.exportFiles()
    const ada = await fixture.app.person('ada')
    await fixture.exported(ada)
    const link = await fixture.linkOf(ada)
    fixture.files.isDown = true
    expect((await fetched(link)).status).toBe(503)
    fixture.files.heal()
    const [name = ''] = (await fixture.exportFiles()).filter((each) => !before.includes(each))
    const part = await fixture.images.store.open(name)
    const bytes = part ? await buffer(part.read()) : Buffer.alloc(0)
    await part?.close()
    await fixture.images.store.delete(name)
    expect((await fetched(link)).status).toBe(500)
    await fixture.images.store.put(name, bytes)
    expect((await fetched(link)).bytes).toEqual(bytes)
    expect((await fetched(link)).status).toBe(404)
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
    expect((await fetched(link)).status).toBe(404)
    expect((await fetched(other)).status).toBe(200)
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
      await eventually('the export is written or has failed', async () => {
        return fixture.warnings.includes('data_export.deferred') || (await fixture.stateOf(ada))?.status === 'READY'
      })
      hasFailed = fixture.files.hasFailed
      fixture.files.heal()
      expect((await fixture.stateOf(ada))?.status).toBe(hasFailed ? 'RUNNING' : 'READY')
      expect(fixture.warnings.includes('data_export.deferred')).toBe(hasFailed)
      // past the lease of the attempt, whose files are gone
      fixture.aheadMs += 31_000
      await fixture.written(ada)
      const { bytes } = await fetched(await fixture.linkOf(ada))
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
