import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  hour,
  ImageFixture,
  mebibyte,
  padded,
  refused,
  updateProfile,
  urlOf,
  type Parts,
} from '../support/images/image-fixture.js'
import { at, type Person } from '../support/app/person.js'
import { bomb, photograph } from '../support/images/pictures.js'

const path = '/api/users/profile/image'

let fixture: ImageFixture
let eve: Person
beforeAll(async () => {
  fixture = await ImageFixture.open()
  eve = await fixture.app.person('eve')
})
afterAll(() => fixture.close())

const post = (parts: Parts, by = eve) => fixture.submit(path, parts, { by })
const put = (parts: Parts, by = eve) => fixture.submit('/api/users/profile', parts, { by, method: 'PUT' })
const idIn = (url: unknown) => new URL(String(url)).searchParams.get('id') ?? ''

/** The image of an account, as every interface returns it. */
async function shownOf(person: Person): Promise<unknown> {
  const query = 'query ($id: ID!) { me { profileImageUrl } user(id: $id) { profileImageUrl } }'
  const { me, user } = await person.data(query, { id: person.id })
  const { body } = await person.rest('GET', '/api/users/profile')
  const addresses = [me, user, body].map((it) => (it as { profileImageUrl: unknown }).profileImageUrl)
  expect(new Set(addresses).size).toBe(1)
  return addresses[0]
}

/** Gives Eve an image; returns its id. */
const shown = () => fixture.profileImage(eve)

const unfit: readonly (readonly [what: string, parts: () => Parts, answer: object])[] = [
  ['an empty file', () => [['profileImage', Buffer.alloc(0)]], refused.empty],
  ['another type', () => [['profileImage', Buffer.from('<svg/>'), 'a.png']], refused.noDocumentedType],
  ['5 MiB and a byte', () => [['profileImage', padded(fixture.png, 5 * mebibyte + 1)]], refused.tooLarge],
  ['more than a form may have', () => [['profileImage', padded(fixture.png, 8 * mebibyte)]], refused.tooLarge],
  ['a type before a size', () => [['profileImage', Buffer.alloc(8 * mebibyte, 'text')]], refused.noDocumentedType],
  ['a bomb', () => [['profileImage', bomb()]], refused.tooMuch],
  ['a broken image', () => [['profileImage', Buffer.from('GIF89a')]], refused.unreadable],
  ['another part', () => [['image', fixture.png]], refused.otherPart],
  [
    'two files',
    () => [
      ['profileImage', fixture.png],
      ['profileImage', fixture.png],
    ],
    refused.several,
  ],
]

describe('POST /api/users/profile/image', () => {
  it('returns the address of the image, like every query for the account', async () => {
    const mia = await fixture.app.person('mia')
    expect(await shownOf(mia)).toBeNull()
    const { status, body } = await post([['profileImage', await photograph()]], mia)
    const id = idIn(body['imageUrl'])
    const answer = { success: true, imageUrl: urlOf(id), message: 'Profile image updated' }
    expect({ status, body }).toEqual({ status: 200, body: answer })
    expect(await shownOf(mia)).toBe(urlOf(id))
    expect((await fixture.fetched(id)).headers.get('content-type')).toBe('image/jpeg')
    fixture.aheadMs = 2 * hour
    await fixture.sweep()
    fixture.aheadMs = 0
    expect(await fixture.statusOf(id)).toBe(200)
  })

  it('removes the previous image at once', async () => {
    const [first, then] = [await shown(), await shown()]
    expect([await fixture.statusOf(first), await fixture.isStored(first)]).toEqual([404, false])
    expect(await shownOf(eve)).toBe(urlOf(then))
  })

  it.each([
    ['no file', () => [['profileImage', 'a text']], refused.missing],
    ['an empty form', () => [], refused.missing],
    ...unfit,
  ] as typeof unfit)('refuses %s, and keeps what there is', async (_what, parts, answer) => {
    const id = await shown()
    expect(await post(parts())).toEqual(answer)
    expect(await shownOf(eve)).toBe(urlOf(id))
  })

  it('refuses other bodies than forms, other methods, and guests', async () => {
    expect(await eve.rest('POST', path, {})).toMatchObject(refused.unsupported)
    expect(await eve.rest('POST', path)).toMatchObject(refused.missing)
    expect((await eve.rest('PUT', path, {})).status).toBe(405)
    expect(await post([['profileImage', fixture.png]], fixture.app.stranger())).toMatchObject({ status: 401 })
  })

  it('keeps exactly one of several simultaneous images', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post([['profileImage', fixture.png]])))
    const ids = answers.map(({ body }) => idIn(body['imageUrl']))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const left = idIn(await shownOf(eve))
    expect(await fixture.stored(ids)).toEqual([left])
  })
})

describe('PUT /api/users/profile', () => {
  it('accepts an image with or without the other keys', async () => {
    const mia = await fixture.app.person('mia')
    const { status, body } = await put(
      [
        ['username', `${mia.username}-too`],
        ['profileImage', fixture.png],
      ],
      mia,
    )
    expect([status, body]).toMatchObject([200, { id: Number(mia.id), username: `${mia.username}-too` }])
    const id = idIn(body['profileImageUrl'])
    expect(await fixture.statusOf(id)).toBe(200)
    expect((await put([['profileImage', fixture.png]], mia)).status).toBe(200)
    expect(await fixture.statusOf(id)).toBe(404)
  })

  it('keeps the image when none is sent', async () => {
    const id = await shown()
    const address: Parts = [['email', `${eve.username}@else.example`]]
    expect(await put(address)).toMatchObject({ body: { profileImageUrl: urlOf(id) } })
    const { body } = await eve.rest('PUT', '/api/users/profile', { username: eve.username, imageId: null })
    expect(body).toMatchObject({ profileImageUrl: urlOf(id) })
  })

  it.each(unfit)('refuses %s, and changes nothing', async (_what, parts, answer) => {
    expect(await put([['username', `${eve.username}-too`], ...parts()])).toEqual(answer)
    expect((await eve.rest('GET', '/api/users/profile')).body).toMatchObject({ username: eve.username })
  })

  it('refuses a name in use, and keeps the previous image', async () => {
    const id = await shown()
    const sent: Parts = [
      ['username', fixture.bob.username],
      ['profileImage', fixture.png],
    ]
    expect(await put(sent)).toMatchObject({ status: 400, body: { message: 'This username is taken' } })
    expect(await shownOf(eve)).toBe(urlOf(id))
  })

  it('reads the image only when the other keys are valid', async () => {
    const { status, body } = await put([
      ['email', 'nobody'],
      ['profileImage', Buffer.from('text')],
    ])
    expect([status, body['detail']]).toMatchObject([422, [{ location: ['body', 'email'] }]])
  })
})

describe('updateProfile', () => {
  it('accepts the id of an image of the caller, keeps it when the id is sent again, and removes it for null', async () => {
    const imageId = await fixture.upload(fixture.png, eve)
    for (const input of [{ imageId }, { imageId }, {}, { username: null }]) {
      const data = await eve.data(updateProfile, { input })
      expect(at(data, 'updateProfile', 'account', 'profileImageUrl')).toBe(urlOf(imageId))
    }
    expect(await eve.rest('PUT', '/api/users/profile', { image_id: imageId })).toMatchObject({ status: 200 })
    await eve.data(updateProfile, { input: { imageId: null } })
    expect(await shownOf(eve)).toBeNull()
    expect([await fixture.statusOf(imageId), await fixture.isStored(imageId)]).toEqual([404, false])
  })

  it('refuses an image of another account, and a missing one', async () => {
    for (const imageId of [await fixture.upload(fixture.png, fixture.bob), 'none']) {
      const { errors } = await eve.graphql(updateProfile, { input: { imageId } })
      expect(errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', fields: [{ path: ['input', 'imageId'] }] } },
      ])
      const { status, body } = await eve.rest('PUT', '/api/users/profile', { image_id: imageId })
      expect([status, body]).toMatchObject([422, { detail: [{ location: ['body', 'image_id'] }] }])
    }
  })
})
