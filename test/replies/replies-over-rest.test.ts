import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema, isObjectType } from 'graphql'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { idempotent } from '../support/rest/keyed-rows.js'
import { at, type Person, type RestAnswer } from '../support/app/person.js'
import { dataIn } from '../support/http/sse.js'
import { folded } from '../support/app/watch.js'

const nowhere = '00000000-0000-4000-8000-000000000000'
const reply = 'One 🙂 two 🚀 three.'
const origin = 'https://chat.example'

const generationOf = (answer: RestAnswer) => answer.body as Readonly<Record<string, unknown>>
const streamOf = (id: string) => `/generations/${id}/stream`
const fieldsOf = (name: string) => {
  const type = buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getType(name)
  const names = isObjectType(type) ? Object.keys(type.getFields()) : []
  // REST has no thoughts and no sources
  return names.filter((each) => !/^(thoughts|webSearch$|sources$)/.test(each)).sort()
}

let app: TestApp
let ada: Person
beforeAll(async () => {
  const script = new URLSearchParams({ reply, chunks: '12', delayMs: '3' })
  app = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}`, CORS_ORIGINS: origin } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

describe('replies over REST', () => {
  const send = async (body: object = {}, by = ada, headers = {}) =>
    by.rest('POST', '/generations', { room_id: await by.room(), text: 'Hello', ...body }, headers)

  it('are started by a message, followed while they run, and read when they are complete', async () => {
    const begun = await send()
    expect(begun).toMatchObject({ status: 202, body: { message: 'Hello', model: 'Local', attempt: 1, entry: null } })
    const place = begun.headers.get('location') ?? ''
    expect(place).toBe(`/generations/${at(begun.body, 'id')}`)
    const events = dataIn(await ada.rest('GET', `${place}/stream`))
    expect(folded(events)).toBe(reply)
    expect(events.at(-1)).toMatchObject({ status: 'COMPLETED', entry: { index: 1, outputData: reply } })
    const whole = await ada.rest('GET', place)
    expect(whole).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', text: reply, error: null, entry: { index: 1, inputData: 'Hello', version: 1 } },
    })
    expect(generationOf(whole)['cursor']).toBe(events.at(-1)?.cursor)
  })

  it('have all fields of GraphQL', async () => {
    const id = await ada.say(await ada.room())
    for (const event of dataIn(await ada.rest('GET', streamOf(id))))
      expect(Object.keys(event).sort()).toEqual(fieldsOf('GenerationEvent'))
    const generation = generationOf(await ada.rest('GET', `/generations/${id}`))
    // the room is a separate address; the global id, lorebooks, personas and senders are for clients of GraphQL
    expect([...Object.keys(generation), 'nodeId', 'room', 'lore', 'persona', 'sender'].sort()).toEqual(
      fieldsOf('Generation'),
    )
  })

  it('accept either spelling of keys, and a room by its number', async () => {
    const roomId = await ada.room()
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { recordId } }', { id: roomId })
    const body = {
      roomId: Number(at(room, 'recordId')),
      room_id: null,
      text: 'Hi',
      searchAccess: 'true',
      model: 'Local',
    }
    expect(await ada.rest('POST', '/generations', body)).toMatchObject({ status: 202, body: { roomId } })
  })

  it('name their models, as GraphQL does, to every caller', async () => {
    for (const caller of [ada, app.stranger()]) {
      const { models } = await caller.data(
        '{ models { name label available included vision tools thoughts webSearch contextTokens defaultFor demonstration } }',
      )
      expect((await caller.rest('GET', '/api/models')).body).toEqual(models)
    }
    const withInvalid = { authorization: 'Bearer invalid' }
    expect((await app.stranger().rest('GET', '/api/models', undefined, withInvalid)).status).toBe(200)
  })

  it('can be read by pages of an allowed origin', async () => {
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'last-event-id' }
    const preflight = await ada.rest('OPTIONS', streamOf(nowhere), undefined, { origin, ...asked })
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(
      /Authorization.*Idempotency-Key.*Last-Event-ID/,
    )
    const { headers } = await send({}, ada, { origin })
    expect(headers.get('access-control-expose-headers')).toContain('Location')
  })

  it('refuse a body that breaks its rules, with every fault under its name', async () => {
    const { status, body } = await ada.rest('POST', '/generations', { roomId: [], text: '', search_access: 'maybe' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      detail: [
        { location: ['body', 'roomId'], type: 'string_type' },
        { location: ['body', 'text'], type: 'string_too_short' },
        { location: ['body', 'search_access'], type: 'bool_parsing' },
      ],
    })
    expect(await send({ model: 'hosted9' })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'model'], message: 'Value error, Invalid model name.' }] },
    })
  })

  it('are one reply for one idempotency key, and a room has one at a time', async () => {
    const body = { room_id: await ada.room(), text: 'Hello' }
    const post = (more = {}, key = 'k') => ada.rest('POST', '/generations', { ...body, ...more }, idempotent(key))
    // these keep the worker busy, so that the first one waits
    await Promise.all(Array.from({ length: 30 }, () => send()))
    const answers = await Promise.all([post(), post(), post()])
    const [made = ''] = answers.map(({ body: begun }) => at(begun, 'id'))
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      answers.map(() => [202, `/generations/${made}`]),
    )
    expect(await post({}, 'other')).toMatchObject({ status: 409, body: { detail: 'Conflict' } })
    await app.idle()
    expect(await post()).toMatchObject({ status: 202, body: { status: 'COMPLETED', text: reply } })
    expect((await post({ text: 'Else' })).status).toBe(409)
  })

  it('can be cancelled, and do not change afterwards', async () => {
    const id = at((await send()).body, 'id')
    const cancelled = await ada.rest('POST', `/generations/${id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'CANCELLED' } })
    const { entry, text } = cancelled.body as { entry: object | null; text: string }
    expect(entry).toEqual(text === '' ? null : expect.objectContaining({ index: 1, outputData: text }))
    expect((await ada.rest('POST', `/generations/${id}/cancel`)).text).toBe(cancelled.text)
    expect(dataIn(await ada.rest('GET', streamOf(id))).at(-1)).toMatchObject({ status: 'CANCELLED', entry })
  })

  it('are visible to their owner and to administrators, and look missing to others', async () => {
    const id = await ada.say(await ada.room())
    const [eve, admin] = [await app.person('eve'), await app.admin()]
    const rows = [
      ['GET', ''],
      ['GET', '/stream'],
      ['GET', '/stream?after=nonsense'],
      ['HEAD', ''],
      ['HEAD', '/stream'],
      ['POST', '/cancel'],
    ] as const
    for (const [method, rest] of rows) {
      const { status, text } = await eve.rest(method, `/generations/${id}${rest}`)
      const missing = await eve.rest(method, `/generations/${nowhere}${rest}`)
      expect([status, text]).toEqual([404, method === 'HEAD' ? '' : '{"detail":"Not found"}'])
      expect([missing.status, missing.text]).toEqual([status, text])
      expect((await eve.rest(method, `/generations/none${rest}`)).text).toBe(text)
      expect((await app.stranger().rest(method, `/generations/${id}${rest}`)).status).toBe(401)
    }
    expect((await send({ room_id: await ada.room() }, eve)).text).toBe('{"detail":"Not found"}')
    expect((await app.stranger().rest('POST', '/generations', {})).status).toBe(401)
    expect((await admin.rest('GET', `/generations/${id}`)).status).toBe(200)
    expect(folded(dataIn(await admin.rest('GET', streamOf(id))))).toBe(reply)
  })
})
