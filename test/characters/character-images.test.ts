import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  create,
  hour,
  ImageFixture,
  mebibyte,
  padded,
  publicUrl,
  refused,
  urlOf,
} from '../support/images/image-fixture.js'
import type { Parts } from '../support/images/image-fixture.js'
import { at } from '../support/app/person.js'
import type { Person } from '../support/app/person.js'
import { bomb, photograph } from '../support/images/pictures.js'

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
