import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import {
  create,
  hour,
  ImageFixture,
  mebibyte,
  padded,
  publicUrl,
  refused,
  updateProfile,
  urlOf,
  type Parts,
} from '../support/images/image-fixture.js'
import { bomb, photograph } from '../support/images/pictures.js'
import { formOf } from '../support/rest/endpoint-cases.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.aheadMs = 0
})

const imageUrlOf = (input: object, by?: Person) => fixture.imageUrlOf(input, by)

describe('the image of a character', () => {
  it('is the one whose id was sent, and every interface returns its address', async () => {
    const id = await fixture.upload()
    const eve = await fixture.app.person('eve')
    expect(await imageUrlOf({ imageId: await fixture.upload(fixture.png, eve) }, eve)).toMatch(/thumbnail/)
    const made = await fixture.ada.data(create, {
      input: { name: 'Grace', imageId: id, imageUrl: 'https://else.example/a' },
    })
    const characterId = at(made, 'createCharacter', 'character', 'id')
    const query = `query ($id: ID!, $owner: ID!) {
      character(id: $id) { imageUrl owner { username } }
      newest: characters(ownerId: $owner, orderBy: NEWEST, first: 1) { nodes { imageUrl } }
      liked: characters(ownerId: $owner, orderBy: MOST_LIKED, first: 100) { nodes { id imageUrl } }
    }`
    const data = await fixture.app.stranger().data(query, { id: characterId, owner: fixture.ada.id })
    expect(data).toMatchObject({
      character: { imageUrl: urlOf(id), owner: { username: fixture.ada.username } },
      newest: { nodes: [{ imageUrl: urlOf(id) }] },
    })
    expect((data['liked'] as { nodes: object[] }).nodes).toContainEqual({ id: characterId, imageUrl: urlOf(id) })
    for (const path of [
      `/api/characters?userId=${fixture.ada.id}`,
      '/api/characters/my',
      '/api/characters?search=grace',
    ])
      expect((await fixture.ada.rest('GET', path)).body).toContainEqual(
        expect.objectContaining({ imageUrl: urlOf(id) }),
      )
  })

  it.each([
    ['imageId', (id: string) => ({ imageId: id })],
    ['image_id', (id: string) => ({ image_id: id })],
    ['imageUrl', (id: string) => ({ imageUrl: urlOf(id) })],
    ['image, at the image host', (id: string) => ({ image: `http://cdn.example/thumbnail?id=${id}` })],
  ])('is found by the %s of a REST body, and stays as long as the character', async (_name, body) => {
    const id = await fixture.upload()
    const { status, body: answer } = await fixture.ada.rest('POST', '/api/characters', { name: 'x', ...body(id) })
    expect([status, answer]).toMatchObject([200, { data: { imageUrl: urlOf(id) } }])
    fixture.aheadMs = 2 * hour
    await fixture.sweep()
    expect(await fixture.statusOf(id)).toBe(200)
  })

  it('is refused when it belongs to another account, or does not exist', async () => {
    const fields = [{ path: ['input', 'imageId'], rule: 'format', message: 'Not an image of yours' }]
    for (const imageId of [
      await fixture.upload(fixture.png, fixture.bob),
      'nobody',
      '',
      '../x',
      randomBytes(16).toString('base64url'),
    ]) {
      const { errors } = await fixture.ada.graphql(create, { input: { name: 'x', imageId } })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }])
      const { status, body } = await fixture.ada.rest('POST', '/api/characters', { name: 'x', image_id: imageId })
      const message = 'Value error, Not an image of yours'
      expect([status, body]).toMatchObject([
        422,
        { detail: [{ location: ['body', 'image_id'], type: 'value_error', message }] },
      ])
    }
    for (const imageId of ['a\nb', 'x'.repeat(65)])
      expect(await fixture.ada.codes(create, { input: { name: 'x', imageId } })).toEqual(['BAD_USER_INPUT'])
  })

  it('is not called foreign in the answer to an account that is deleted meanwhile', async () => {
    const leaving = await fixture.app.person('leaving')
    const imageId = await fixture.upload(fixture.png, leaving)
    const deletion = leaving.data('mutation { deleteAccount { deletedAccountId } }')
    const creations = Array.from({ length: 20 }, () => leaving.graphql(create, { input: { name: 'x', imageId } }))
    const answers = await Promise.all(creations)
    await deletion
    const codes = answers.flatMap(({ errors = [] }) => errors.map((error) => error.extensions.code))
    expect(codes.filter((code) => code !== 'UNAUTHENTICATED')).toEqual([])
  })

  it('is stored as plain text when it is on another host, or belongs to another account', async () => {
    const foreign = await fixture.upload(fixture.png, fixture.bob)
    const addresses = [
      'https://else.example/a.png',
      urlOf(foreign),
      `${publicUrl}/thumbnail?id=none`,
      `${publicUrl}/other`,
    ]
    for (const imageUrl of addresses) expect(await imageUrlOf({ imageUrl })).toBe(imageUrl)
    expect(await imageUrlOf({ imageUrl: null, imageId: null })).toBeNull()
    fixture.aheadMs = 2 * hour
    await fixture.sweep()
    expect(await fixture.statusOf(foreign)).toBe(404)
  })

  describe('as a file of POST /api/characters', () => {
    const post = (parts: Parts, options?: { by?: Person; key?: string }) =>
      fixture.submit('/api/characters', parts, options)

    it('is stored and shown, and takes precedence over a sent address', async () => {
      const sent = [
        ['character_name', 'Größe'],
        ['image_url', 'https://else.example/a'],
        ['image', await photograph()],
      ] as const
      const { status, body } = await post(sent)
      expect(status).toBe(200)
      const { pathname, search } = new URL(at(body, 'data', 'imageUrl'))
      const image = await fetch(fixture.app.url + pathname + search)
      expect(image.headers.get('content-type')).toBe('image/jpeg')
    })

    it('is optional: a form without a file, or with an empty one, has no image', async () => {
      const none = { status: 200, body: { data: { imageUrl: null } } }
      expect(await post([['name', 'x']])).toMatchObject(none)
      const form = ['--b', 'Content-Disposition: form-data; name="name"', '', 'x', '--b']
      const file = [
        'Content-Disposition: form-data; name="image"; filename=""',
        'Content-Type: application/octet-stream',
      ]
      const body = [...form, ...file, '', '', '--b--', ''].join('\r\n')
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      expect(await fixture.ada.rest('POST', '/api/characters', body, type)).toMatchObject(none)
    })

    it('creates one character for a retry with the same file, and refuses another file', async () => {
      const eve = await fixture.app.person('eve')
      const first = await post(
        [
          ['name', 'x'],
          ['image', fixture.png],
        ],
        { by: eve, key: 'k' },
      )
      expect(first.status).toBe(200)
      expect(
        await post(
          [
            ['name', 'x'],
            ['image', fixture.png],
          ],
          { by: eve, key: 'k' },
        ),
      ).toEqual(first)
      for (const parts of [
        [
          ['name', 'y'],
          ['image', fixture.png],
        ],
        [
          ['name', 'x'],
          ['image', await photograph()],
        ],
        [['name', 'x']],
      ] as Parts[])
        expect(await post(parts, { by: eve, key: 'k' })).toMatchObject({ status: 409 })
      // the same key of another operation is another key
      expect(await fixture.submit('/images', [['image', await photograph()]], { by: eve, key: 'k' })).toMatchObject({
        status: 200,
      })
      expect((await eve.rest('GET', '/api/characters/my')).body).toHaveLength(1)
    })

    it.each<readonly [string, () => Parts, object]>([
      [
        'an empty file',
        () => [
          ['name', 'x'],
          ['image', Buffer.alloc(0)],
        ],
        refused.empty,
      ],
      [
        'no image',
        () => [
          ['name', 'x'],
          ['image', Buffer.from('text')],
        ],
        refused.noDocumentedType,
      ],
      [
        '5 MiB and a byte',
        () => [
          ['name', 'x'],
          ['image', padded(fixture.png, 5 * mebibyte + 1)],
        ],
        refused.tooLarge,
      ],
      [
        '6 MiB',
        () => [
          ['name', 'x'],
          ['image', padded(fixture.png, 6 * mebibyte)],
        ],
        refused.payload,
      ],
      [
        'a bomb',
        () => [
          ['name', 'x'],
          ['image', bomb()],
        ],
        refused.tooMuch,
      ],
      [
        'another part',
        () => [
          ['name', 'x'],
          ['profileImage', fixture.png],
        ],
        refused.otherPart,
      ],
      [
        'two files',
        () => [
          ['name', 'x'],
          ['image', fixture.png],
          ['image', fixture.png],
        ],
        refused.several,
      ],
    ])('refuses %s, and makes nothing', async (_what, parts, answer) => {
      const eve = await fixture.app.person('eve')
      expect(await post(parts(), { by: eve })).toEqual(answer)
      expect((await eve.rest('GET', '/api/characters/my')).body).toEqual([])
    })

    it('is read only when the other keys are valid', async () => {
      const before = await fixture.count()
      const { status, body } = await post([
        ['accesslevel', 'perhaps'],
        ['image', Buffer.from('text')],
      ])
      expect([status, body['detail']]).toMatchObject([
        422,
        [{ location: ['body', 'name'] }, { location: ['body', 'accesslevel'] }],
      ])
      expect(await fixture.count()).toBe(before)
    })
  })
})

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
