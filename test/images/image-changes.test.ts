import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import { formOf } from '../support/rest/endpoint-cases.js'
import {
  create,
  ImageFixture,
  mebibyte,
  padded,
  refused,
  updateProfile,
  urlOf,
} from '../support/images/image-fixture.js'
import type { Parts } from '../support/images/image-fixture.js'
import { at } from '../support/app/person.js'
import type { Person } from '../support/app/person.js'
import { photograph } from '../support/images/pictures.js'
import { createTestDatabase } from '../support/app/postgres.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())

describe('a change of the image of a character', () => {
  const put = (id: string, parts: Parts, by = fixture.ada) =>
    fixture.submit(`/api/characters/${id}`, parts, { by, method: 'PUT' })
  const change = (id: string, body: object, by = fixture.ada) => by.rest('PUT', `/api/characters/${id}`, body)

  /** A character with an image. */
  async function shown(by = fixture.ada): Promise<{ id: string; imageId: string }> {
    const imageId = await fixture.upload(fixture.png, by)
    const made = await by.data(create, { input: { name: 'Grace', imageId } })
    return { id: at(made, 'createCharacter', 'character', 'id'), imageId }
  }

  it('with a file replaces it at once, and keeps the other keys', async () => {
    const { id, imageId } = await shown()
    const { status, body } = await put(id, [['image', await photograph()]])
    expect([status, body]).toMatchObject([200, { id: Number(id), name: 'Grace' }])
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
    const then = new URL(at(body, 'imageUrl')).searchParams.get('id') ?? ''
    expect((await fixture.fetched(then)).headers.get('content-type')).toBe('image/jpeg')
  })

  it('sets it by an id or an address, and removes it by null', async () => {
    const { id, imageId } = await shown()
    const next = await fixture.upload()
    expect((await change(id, { imageId: next })).body).toMatchObject({ imageUrl: urlOf(next) })
    expect(await fixture.statusOf(imageId)).toBe(404)
    expect((await change(id, { name: 'Ada' })).body).toMatchObject({ name: 'Ada', imageUrl: urlOf(next) })
    const elsewhere = 'https://else.example/a.png'
    expect((await change(id, { image_url: elsewhere })).body).toMatchObject({ imageUrl: elsewhere })
    expect(await fixture.statusOf(next)).toBe(404)
    expect((await change(id, { imageUrl: null })).body).toMatchObject({ imageUrl: null })
    const last = await fixture.upload()
    await change(id, { imageUrl: urlOf(last) })
    expect((await change(id, { imageId: null })).body).toMatchObject({ imageUrl: null })
    expect(await fixture.statusOf(last)).toBe(404)
  })

  it.each(['image', 'imageUrl'])('removes it and its file by an empty %s of a form', async (part) => {
    const { id, imageId } = await shown()
    const { status, body } = await put(id, [
      [part, ''],
      ['greeting', 'Ahoy'],
    ])
    expect([status, body]).toMatchObject([200, { name: 'Grace', greeting: 'Ahoy', imageUrl: null }])
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
  })

  it('is not a removal when an empty address is sent beside a file or an id', async () => {
    const { id } = await shown()
    const next = await fixture.upload()
    expect((await change(id, { imageId: next, imageUrl: '' })).body).toMatchObject({ imageUrl: urlOf(next) })
    const { body } = await put(id, [
      ['imageUrl', ''],
      ['image', await photograph()],
    ])
    expect(at(body, 'imageUrl')).toMatch(/thumbnail/)
    expect(at(body, 'imageUrl')).not.toBe(urlOf(next))
  })

  it('does nothing when the received values are sent back, by the owner or an admin', async () => {
    const { id, imageId } = await shown()
    for (const by of [fixture.ada, await fixture.app.admin()])
      for (const body of [{ imageUrl: urlOf(imageId) }, { imageId }, { greeting: 'Ahoy', imageUrl: urlOf(imageId) }])
        expect((await change(id, body, by)).body).toMatchObject({ imageUrl: urlOf(imageId) })
    expect(await fixture.statusOf(imageId)).toBe(200)
  })

  it('by an admin gives the image to the owner, with whose account it is deleted', async () => {
    const [admin, eve] = [await fixture.app.admin(), await fixture.app.person('eve')]
    const { id } = await shown(eve)
    const imageId = await fixture.upload(fixture.png, admin)
    expect((await change(id, { imageId }, admin)).body).toMatchObject({ imageUrl: urlOf(imageId) })
    expect((await admin.rest('DELETE', `/api/users/${admin.id}`)).status).toBe(204)
    expect(await fixture.statusOf(imageId)).toBe(200)
    expect((await eve.rest('DELETE', `/api/users/${eve.id}`)).status).toBe(204)
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
  })

  it('is refused to others, and leaves their files to the sweep', async () => {
    const { id, imageId } = await shown()
    expect((await put(id, [['image', fixture.png]], fixture.bob)).status).toBe(403)
    expect((await put('987654321', [['image', fixture.png]])).status).toBe(404)
    expect(await put(id, [['image', Buffer.from('text')]])).toEqual(refused.noDocumentedType)
    expect(await put(id, [['image', padded(fixture.png, 7 * mebibyte)]])).toEqual(refused.payload)
    expect(await fixture.statusOf(imageId)).toBe(200)
  })

  it('deletes the image with the character', async () => {
    const { id, imageId } = await shown()
    expect((await fixture.ada.rest('DELETE', `/api/characters/${id}`)).status).toBe(204)
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
  })
})

describe('an image that is used twice', () => {
  it('stays until its last use is removed', async () => {
    const eve = await fixture.app.person('eve')
    const imageId = await fixture.upload(fixture.png, eve)
    await eve.data(updateProfile, { input: { imageId } })
    await fixture.imageUrlOf({ imageId }, eve)
    await fixture.profileImage(eve)
    expect(await fixture.statusOf(imageId)).toBe(200)
    const { body } = await eve.rest('GET', '/api/characters/my')
    await eve.rest('DELETE', `/api/characters/${String((body as { id: number }[])[0]?.id)}`)
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
  })
})

describe('an account that is deleted', () => {
  it('deletes its images, used or not, and no others', async () => {
    const eve = await fixture.app.person('eve')
    const others = await fixture.profileImage(fixture.ada)
    const ids = [await fixture.profileImage(eve), await fixture.upload(fixture.png, eve)]
    await fixture.imageUrlOf({ imageId: await fixture.upload(fixture.png, eve) }, eve)
    expect((await eve.rest('DELETE', `/api/users/${eve.id}`)).status).toBe(204)
    expect(await fixture.stored(ids)).toEqual([])
    expect(await Promise.all(ids.map((id) => fixture.statusOf(id)))).toEqual([404, 404])
    expect(await fixture.statusOf(others)).toBe(200)
  })
})

const database = await createTestDatabase()

;(database ? describe : describe.skip)('two processes on one database and one folder', () => {
  let here: TestApp
  let there: TestApp
  let eve: Person
  let elsewhere: Person
  let aheadMs = 0
  const clock = () => Date.now() + aheadMs
  beforeAll(async () => {
    here = await createTestApp({ clock, databaseUrl: database?.url })
    there = await createTestApp({ clock, databaseUrl: database?.url, dataDir: here.dataDir })
    eve = await here.person('eve')
    elsewhere = eve.movedTo(there.url)
  })
  afterAll(async () => {
    await there.stop()
    await here.close()
    await database?.drop()
  })
  const upload = async () => at((await eve.rest('POST', '/images', formOf({ image: fixture.png }))).body, 'id')
  const statusAt = async ({ url }: TestApp, id: string) => (await fetch(`${url}/thumbnail?id=${id}`)).status

  it('serve each other’s images, and their sweeps and writes are consistent', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, upload))
    expect(new Set(await Promise.all(ids.map((id) => statusAt(there, id))))).toEqual(new Set([200]))
    aheadMs = 3_660_000
    const [answers] = await Promise.all([
      Promise.all(ids.map((imageId) => elsewhere.graphql(create, { input: { name: 'x', imageId } }))),
      here.app.sweeper.sweep(),
      there.app.sweeper.sweep(),
    ])
    await here.app.sweeper.sweep()
    const expected = answers.map(({ errors }) => (errors.length === 0 ? 200 : 404))
    expect(await Promise.all(ids.map((id) => statusAt(here, id)))).toEqual(expected)
    aheadMs = 0
  })

  it('agree on an image whose last use one removes while the other uses it again', async () => {
    for (let times = 0; times < 10; times += 1) {
      const imageId = await upload()
      const made = await eve.data(create, { input: { name: 'x', imageId } })
      const [answer] = await Promise.all([
        elsewhere.graphql(create, { input: { name: 'y', imageId } }),
        eve.rest('DELETE', `/api/characters/${at(made, 'createCharacter', 'character', 'id')}`),
      ])
      expect(await statusAt(there, imageId)).toBe(answer.errors.length === 0 ? 200 : 404)
    }
  })
})
