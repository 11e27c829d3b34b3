import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { InstallationSettingTable } from '../../src/database/tables/installation-settings.js'
import { modelSettingsName } from '../../src/installation-settings/installation-setting.js'
import { become, trySending } from '../support/accounts/usage-fixture.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { delta, hello, started, thrown } from '../support/replies/completion-fixture.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { course, TappedGenerator } from '../support/replies/tapped-generator.js'

const start = Date.now()
let now = start
const tap = new TappedGenerator()
const hosted = { first: 'a', second: { model: 'b', label: 'Given' }, third: 'c' }
const env = { HOSTED_API_KEY: 'k', HOSTED_MODELS: JSON.stringify(hosted) }
const options = { env, wrap: tap.wrap, clock: () => now }
let app: TestApp
let admin: Person
beforeAll(async () => {
  tap.always = course(started, delta(0, 'Aye.'), { kind: 'end', outcome: 'completed' })
  app = await createTestApp(options)
  admin = await app.admin()
})
/** Stopped before. With PostgreSQL its end deletes the database. */
let before: TestApp | undefined
afterAll(async () => {
  await app.close()
  await before?.close()
})

const mutation = `mutation ($input: SetModelSettingsInput!) { setModelSettings(input: $input) { settings {
  model label labelSource access { membership included source }
} } }`
const query = '{ modelSettings { model offered label labelSource access { membership included source } changedAt } }'

interface Settings {
  readonly model: string
  readonly offered: boolean
  readonly label: string
}

async function set(model: string, change: object, person = admin): Promise<string> {
  const { errors } = await person.graphql(mutation, { input: { model, ...change } })
  return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : 'set'
}
const listed = async (person = admin) => (await person.data(query))['modelSettings'] as readonly Settings[]
const ofModel = async (model: string, person = admin) => (await listed(person)).find((each) => each.model === model)
const reset = (model: string) => set(model, { label: null, memberships: null })
const rows = () => app.app.database.read((db) => db.select(InstallationSettingTable, { name: modelSettingsName }))

/** A model in the lists of a person: GraphQL, REST and `/v1`. */
async function inLists(person: Person, model: string) {
  const { models } = (await person.data('{ models { name label included } }')) as { models: { name: string }[] }
  const { body } = await person.rest('GET', '/api/models')
  const { data } = await (await openaiOf(person)).models.list()
  return {
    graphql: models.find(({ name }) => name === model),
    rest: (body as { name: string }[]).find(({ name }) => name === model),
    v1: data.find(({ id }) => id === model),
  }
}

describe('the label of a model', () => {
  it('is in every list at once, until it is removed', async () => {
    const ada = await app.person()
    expect(await set('first', { label: 'House model' })).toBe('set')
    const label = 'House model'
    expect(await inLists(ada, 'first')).toMatchObject({ graphql: { label }, rest: { label }, v1: { name: label } })
    expect(await ofModel('first')).toMatchObject({ label, labelSource: 'DATABASE', changedAt: expect.any(String) })
    expect(await set('first', { label: null })).toBe('set')
    expect(await inLists(ada, 'first')).toMatchObject({ graphql: { label: 'first' }, v1: { name: 'first' } })
    expect(await ofModel('first')).toMatchObject({ label: 'first', labelSource: 'DEFAULT', changedAt: null })
    expect(await rows()).toEqual([])
  })

  it('can be given to the model of this machine too', async () => {
    expect(await set('Local', { label: '우리 모델' })).toBe('set')
    expect(await inLists(await app.person(), 'Local')).toMatchObject({ graphql: { label: '우리 모델' } })
    await reset('Local')
  })

  it('stays that of HOSTED_MODELS, which is shown as its source', async () => {
    expect(await set('second', { label: 'Mine' })).toBe('CONFLICT: HOSTED_MODELS sets the label of second')
    expect(await ofModel('second')).toMatchObject({ label: 'Given', labelSource: 'ENVIRONMENT' })
  })
})

describe('the memberships of a model', () => {
  it('decide at every door who can use it, from the next message on', async () => {
    const [ada, vip] = [await app.person(), await app.person()]
    await become(vip, 'VIP')
    const roomId = await ada.room()
    const choose = 'mutation ($id: ID!) { updateRoom(id: $id, input: { model: "first" }) { room { id } } }'
    await ada.data(choose, { id: roomId })
    expect(await trySending(ada, { model: 'first' })).toBeUndefined()
    await ada.say(roomId)
    await app.idle()
    expect(tap.lastJob.model).toBe('first')
    expect(await set('first', { memberships: ['VIP'] })).toBe('set')
    // the model of the room is left out, as after a change of the membership
    await ada.say(roomId)
    await app.idle()
    expect(tap.lastJob.model).toBe('Local')
    expect(await trySending(ada, { model: 'first' })).toBe('FORBIDDEN')
    expect((await ada.rest('POST', '/generations', { roomId, text: 'Hello', model: 'first' })).status).toBe(403)
    const again = 'mutation ($id: ID!) { regenerate(roomId: $id, index: 1, model: "first") { generation { id } } }'
    expect(await ada.codes(again, { id: roomId })).toEqual(['FORBIDDEN'])
    expect(await ada.codes(choose, { id: roomId })).toEqual(['FORBIDDEN'])
    const openai = await openaiOf(ada)
    const ask = openai.chat.completions.create({ model: 'first', messages: hello })
    expect(await thrown(ask)).toMatchObject({ status: 404, code: 'model_not_found' })
    expect(await thrown(openai.models.retrieve('first'))).toMatchObject({ status: 404 })
    expect(await inLists(ada, 'first')).toMatchObject({ graphql: { included: false }, rest: { included: false } })
    expect((await inLists(ada, 'first')).v1).toBeUndefined()
    expect(await ada.data('{ myUsage { models } }')).toEqual({
      myUsage: { models: expect.not.arrayContaining(['first']) },
    })
    for (const person of [vip, admin]) {
      expect(await trySending(person, { model: 'first' })).toBeUndefined()
      expect(await inLists(person, 'first')).toMatchObject({ graphql: { included: true }, v1: { id: 'first' } })
    }
    expect(await admin.data('{ models { name memberships } }')).toMatchObject({
      models: expect.arrayContaining([{ name: 'first', memberships: ['VIP'] }]),
    })
    expect(await reset('first')).toBe('set')
    expect(await trySending(ada, { model: 'first' })).toBeUndefined()
    await app.idle()
  })

  it('may be none: then administrators alone can use it', async () => {
    const vip = await app.person()
    await become(vip, 'VIP')
    await set('first', { memberships: [] })
    expect([await trySending(vip, { model: 'first' }), await trySending(admin, { model: 'first' })]).toEqual([
      'FORBIDDEN',
      undefined,
    ])
    await app.idle()
    await reset('first')
  })

  it('stay as they are where MEMBERSHIP_POLICY_FILE gives the models of a membership', async () => {
    const policy = join(mkdtempSync(join(tmpdir(), 'parley-')), 'policy.json')
    writeFileSync(policy, JSON.stringify({ BASIC: { models: ['Local'] }, VIP: { messagesPerDay: 9 } }))
    const limited = await createTestApp({ env: { ...env, MEMBERSHIP_POLICY_FILE: policy } })
    const chief = await limited.admin()
    const shown = {
      access: [
        { included: false, source: 'ENVIRONMENT' },
        { included: true, source: 'DEFAULT' },
      ],
    }
    expect(await ofModel('first', chief)).toMatchObject(shown)
    const refused = 'CONFLICT: MEMBERSHIP_POLICY_FILE sets the models of BASIC'
    expect(await set('first', { memberships: ['BASIC', 'VIP'] }, chief)).toBe(refused)
    expect(await set('Local', { memberships: ['VIP'] }, chief)).toBe(refused)
    expect(await set('first', { memberships: [] }, chief)).toBe('set')
    expect(await ofModel('first', chief)).toMatchObject({
      access: [{ source: 'ENVIRONMENT' }, { included: false, source: 'DATABASE' }],
    })
    await limited.close()
    rmSync(dirname(policy), { recursive: true })
  })
})

describe('a change of a model', () => {
  it('needs an administrator with a recent proof of identity', async () => {
    const ada = await app.person()
    const label = 'House'
    expect(await set('first', { label }, ada)).toMatch(/^FORBIDDEN/)
    expect(await set('first', { label }, app.stranger())).toMatch(/^UNAUTHENTICATED/)
    now = start + 15 * 60_000
    expect(await set('first', { label })).toMatch(/^REAUTHENTICATION_REQUIRED/)
    now = start
    expect(await rows()).toEqual([])
  })

  it.each([
    ['nothing', { label: 'x' }],
    ['nothing', { memberships: null }],
    ['hosted4.2', {}],
    ['constructor', { label: 'x' }],
    ['first', { label: '' }],
    ['first', { label: '   ' }],
    ['first', { label: 'x'.repeat(101) }],
    ['first', { label: 'a\nb' }],
    ['first', { label: 'a\u{202e}b' }],
    ['first', { memberships: ['GOLD'] }],
  ])('is refused: %s %j', async (model, change) => {
    expect(await set(model, change)).toMatch(/^BAD_USER_INPUT|^GRAPHQL_VALIDATION_FAILED/)
    expect(await rows()).toEqual([])
  })

  it('loses no other change of the same instant', async () => {
    const names = ['Local', 'first', 'third']
    for (let round = 0; round < 5; round += 1) {
      const labels = names.map((name) => `${name} ${String(round)}`)
      const answers = await Promise.all([
        ...names.map((name, index) => set(name, { label: labels[index] })),
        ...names.map((name) => set(name, { memberships: ['VIP'] })),
      ])
      expect(new Set(answers)).toEqual(new Set(['set']))
      const changed = (await listed()).filter(({ model }) => names.includes(model))
      expect(changed.map(({ label }) => label)).toEqual(labels)
      expect(changed).toMatchObject(names.map(() => ({ access: [{ included: false }, { included: true }] })))
      for (const name of names) await reset(name)
    }
  })

  it('stays after a restart, has no effect once the model is removed, and is then removed too', async () => {
    await set('third', { label: 'Third', memberships: ['VIP'] })
    const { dataDir, databaseUrl } = app
    await app.stop()
    before = app
    app = await createTestApp({
      ...{ dataDir, databaseUrl, wrap: tap.wrap, clock: () => now },
      env: { HOSTED_API_KEY: 'k', HOSTED_MODELS: JSON.stringify({ first: 'a' }) },
    })
    admin = admin.movedTo(app.url)
    expect(await ofModel('third')).toMatchObject({ offered: false, label: 'Third', labelSource: 'DATABASE' })
    expect((await inLists(admin, 'third')).graphql).toBeUndefined()
    expect(await trySending(await app.person('late'), { model: 'first' })).toBeUndefined()
    expect(await set('third', { label: 'Other' })).toBe('BAD_USER_INPUT: Invalid model name.')
    expect(await reset('third')).toBe('set')
    expect(await ofModel('third')).toBeUndefined()
    await app.idle()
  })

  it('that a later version has stored withholds what cannot be read', async () => {
    const ada = await app.person('late')
    const store = (value: string) =>
      app.app.database.write(async (db) => {
        await db.delete(InstallationSettingTable, { name: modelSettingsName })
        await db.insert(InstallationSettingTable, { name: modelSettingsName, value, changedAt: now })
      })
    const tries = async () => [await trySending(ada, { model: 'first' }), await trySending(ada, { model: 'Local' })]
    await store('{"first":{"withheldFrom":["GOLD"],"changedAt":1}}')
    expect(await tries()).toEqual(['FORBIDDEN', undefined])
    await store('later')
    expect(await tries()).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    await set('first', { memberships: ['BASIC'] })
    expect(await tries()).toEqual([undefined, 'FORBIDDEN'])
    for (const { model } of await listed()) await reset(model)
    expect(await tries()).toEqual([undefined, undefined])
    expect(await rows()).toEqual([])
    await app.idle()
  })
})
