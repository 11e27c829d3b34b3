import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Person } from '../support/app/person.js'
import { ImageFixture, mebibyte, refused, type Parts } from '../support/images/image-fixture.js'
import { chunk, steepGradient, withCard } from '../support/images/pictures.js'

let fixture: ImageFixture
let png: Buffer
beforeAll(async () => {
  fixture = await ImageFixture.open()
  png = withCard(fixture.png, card)
})
afterAll(() => fixture.close())

const card = { name: 'Mira', first_mes: 'Ahoy, {{user}}!', description: 'A captain.', creator: 'Ada' }
const path = '/api/characters/cards'
const sendForm = (parts: Parts, options = {}) => fixture.submit(path, parts, options)

async function imported(file: Buffer = png, ...more: Parts): Promise<string> {
  return String((await sendForm([['card', file], ...more])).body['id'])
}

async function created(...parts: Parts): Promise<string> {
  const { body } = await fixture.submit('/api/characters', [['name', 'Mira'], ...parts])
  return String((body['data'] as { id: number }).id)
}

async function exported(id: string, query = '', by: Person = fixture.ada) {
  const response = await fetch(`${by.url}/api/characters/${id}/card${query}`, {
    headers: { authorization: `Bearer ${by.token ?? ''}` },
  })
  const { status, headers } = response
  const names = ['content-type', 'content-disposition', 'cache-control'] as const
  return {
    status,
    ...Object.fromEntries(names.map((name) => [name, headers.get(name)])),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function cardOf(id: string): Promise<unknown> {
  return (await fixture.ada.rest('GET', `/api/characters/${id}/card`)).body
}

/** The PNG with so much text in another chunk that it has this size. */
const ofSize = (bytes: number) =>
  Buffer.concat([png.subarray(0, 33), chunk('tEXt', `Title\0${'x'.repeat(bytes - png.length - 18)}`), png.subarray(33)])

describe(`POST ${path}`, () => {
  const character = { id: expect.any(Number), name: 'Mira', greeting: card.first_mes, context: card.description }

  it.each([
    ['a JSON file', () => [['card', Buffer.from(JSON.stringify(card)), 'card.json']] as const, null],
    ['a PNG file', () => [['card', png]] as const, expect.stringMatching(/thumbnail\?id=/)],
    ['a field of a form', () => [['card', JSON.stringify(card)]] as const, null],
  ])('creates a character from %s', async (_name, parts, imageUrl) => {
    const { status, body } = await sendForm([...parts(), ['access_level', 'false']])
    expect({ status, body }).toMatchObject({ status: 200, body: { ...character, imageUrl, accessLevel: false } })
  })

  it('creates a character from JSON with the text of a card, or with a file in base64', async () => {
    for (const sent of [JSON.stringify(card), png.toString('base64')]) {
      const { status, body } = await fixture.ada.rest('POST', path, { card: sent })
      expect({ status, body }).toMatchObject({ status: 200, body: { ...character, accessLevel: true } })
    }
  })

  it('accepts a PNG of exactly 32 MiB', async () => {
    expect((await sendForm([['card', ofSize(32 * mebibyte)]])).status).toBe(200)
    expect(await sendForm([['card', ofSize(32 * mebibyte + 1)]])).toEqual(refused.payload)
  })

  it('creates one character for one idempotency key', async () => {
    const first = await sendForm([['card', png]], { key: 'card' })
    expect(await sendForm([['card', png]], { key: 'card' })).toEqual(first)
    expect((await sendForm([['card', ofSize(2_000)]], { key: 'card' })).status).toBe(409)
  })

  const fault = (message: string, type = 'value_error', why = {}) => ({
    status: 422,
    body: { detail: [{ location: ['body', 'card'], message, type, ...why }], message: 'Input data validation failed' },
  })

  const refusedCard = (sentence: string, why: object) => fault(`Value error, The card ${sentence}`, 'value_error', why)

  it.each<[string, () => Parts, object]>([
    ['no card', () => [['accessLevel', 'true']], fault('Field required', 'missing')],
    [
      'an empty file',
      () => [['card', Buffer.alloc(0)]],
      fault('String should have at least 1 character', 'string_too_short'),
    ],
    [
      'another file',
      () => [['card', Buffer.from('GIF89a')]],
      refusedCard('is not a JSON object, as UTF-8 text, in base64, or in a PNG, WebP or charx file', {
        reason: 'NO_CARD',
      }),
    ],
    [
      'a PNG without a card',
      () => [['card', fixture.png]],
      refusedCard('is a PNG without a chunk chara or ccv3', { reason: 'NO_CARD' }),
    ],
    [
      'more JSON than a card may have',
      () => [['card', Buffer.from(JSON.stringify({ ...card, creator: 'x'.repeat(mebibyte) }))]],
      refusedCard('has more than 1 MiB of JSON', { reason: 'TOO_LARGE' }),
    ],
    [
      'a long name',
      () => [['card', JSON.stringify({ ...card, name: 'n'.repeat(101) })]],
      refusedCard('has a field `name` of more than 100 characters', { reason: 'FIELD_TOO_LONG', detail: 'name' }),
    ],
    ['a broken picture', () => [['card', brokenPicture()]], refused.unreadable],
    ['another part', () => [['image', png]], refused.otherPart],
  ])('refuses %s with the reason', async (_name, parts, answer) => {
    expect(await sendForm(parts())).toEqual(answer)
  })

  const brokenPicture = () => Buffer.concat([png.subarray(0, 33), chunk('IDAT', 'x'), png.subarray(33)])

  it('needs a token', async () => {
    expect((await sendForm([['card', png]], { by: fixture.app.stranger() })).status).toBe(401)
  })

  it('accepts many large files at once, or asks to wait', async () => {
    const large = ofSize(12 * mebibyte)
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm([['card', large]])))
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect((await sendForm([['card', large]])).status).toBe(200)
  })
})

describe('GET /api/characters/{id}/card', () => {
  it('answers a card as a file', async () => {
    const id = await imported()
    const { bytes, ...head } = await exported(id)
    expect(head).toEqual({
      status: 200,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="character-${id}.json"`,
      'cache-control': 'no-store',
    })
    expect(JSON.parse(bytes.toString())).toMatchObject({ spec: 'chara_card_v2', data: card })
    expect((await exported(id, '?format=json')).bytes).toEqual(bytes)
  })

  it('answers the picture with the card in it as a PNG, which can be imported again', async () => {
    const id = await imported()
    const { bytes, ...head } = await exported(id, '?format=png')
    expect(head).toEqual({
      status: 200,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="character-${id}.png"`,
      'cache-control': 'no-store',
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 6, height: 4 })
    const again = await imported(bytes)
    expect(await cardOf(again)).toEqual(await cardOf(id))
    expect((await fixture.ada.rest('HEAD', `/api/characters/${id}/card?format=png`)).status).toBe(200)
  })

  it('answers 404 for a PNG of a character without one', async () => {
    const jpeg = await fixture.upload(await sharp(fixture.png).jpeg().toBuffer())
    for (const id of [await created(), await created(['imageId', jpeg])]) {
      expect((await exported(id, '?format=png')).status).toBe(404)
      expect((await exported(id)).status).toBe(200)
    }
  })

  it('answers 422 for another format, and a PNG of any size', async () => {
    const id = await created(['image', await steepGradient()])
    expect((await fixture.ada.rest('GET', `/api/characters/${id}/card?format=gif`)).status).toBe(422)
    const { status, bytes } = await exported(id, '?format=png')
    expect({ status, isLarge: bytes.length > 6 * mebibyte }).toEqual({ status: 200, isLarge: true })
  })

  it('answers the character of another account like a missing one, and is for administrators too', async () => {
    const hidden = await imported(png, ['accessLevel', 'false'])
    const open = await imported()
    for (const query of ['', '?format=png', '?format=charx']) {
      const missing = await exported('987654321', query, fixture.bob)
      expect(missing.status).toBe(404)
      for (const id of [hidden, open]) expect(await exported(id, query, fixture.bob)).toEqual(missing)
      const found = query === '?format=charx' ? 404 : 200
      expect((await exported(hidden, query, await fixture.app.admin())).status).toBe(found)
    }
    expect((await fixture.app.stranger().rest('GET', `/api/characters/${open}/card`)).status).toBe(401)
  })
})
