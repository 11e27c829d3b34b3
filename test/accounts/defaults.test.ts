import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, Person } from '../support/app/person.js'
import { RunFixture } from '../support/replies/run-fixture.js'
import { course } from '../support/replies/tapped-generator.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
const policy = join(folder, 'policy.json')

let fixture: RunFixture
let ada: Person
beforeAll(async () => {
  writeFileSync(policy, JSON.stringify({ BASIC: { models: ['Local', 'small'] }, VIP: { models: 'all' } }))
  fixture = await RunFixture.open({
    HOSTED_MODELS: '{"small":{"model":"any"},"big":{"model":"any"}}',
    HOSTED_API_KEY: 'key',
    MEMBERSHIP_POLICY_FILE: policy,
  })
  await fixture.room()
  ada = fixture.ada
  const text = { kind: 'delta', attempt: 1, offset: 0, delta: 'hello' } as const
  fixture.tap.always = course({ kind: 'started' }, text, { kind: 'end', outcome: 'completed' })
})
afterAll(async () => {
  await fixture.app.close()
  rmSync(folder, { recursive: true })
})

const fields = 'instructions model language theme timeZone'
const update = `mutation ($input: UpdateDefaultsInput!) { updateDefaults(input: $input) { account { timeZone defaults { ${fields} } } } }`
const set = async (input: object, person = ada) => {
  const { data, errors } = await person.graphql(update, { input })
  if (errors.length > 0) return at(errors, 0, 'extensions', 'code')
  return (data as { updateDefaults: { account: { defaults: unknown } } }).updateDefaults.account.defaults
}
const own = async () => {
  const { me } = await ada.data(`{ me { defaults { ${fields} } } }`)
  return (me as { defaults: unknown }).defaults
}
const nothing = { instructions: null, model: null, language: null, theme: null, timeZone: null }
const clear = () => set(nothing)

const begin = 'mutation ($input: StartRoomInput!) { startRoom(input: $input) { room { id instructions model } } }'
const start = async (input: object = {}, person = ada) => {
  const { startRoom } = await person.data(begin, { input: { text: 'Hello', ...input } })
  await fixture.app.idle()
  return (startRoom as { room: unknown }).room
}
const setMembership = (membership: string) =>
  ada.data('mutation ($to: Membership!) { updateMembership(membership: $to) { account { id } } }', { to: membership })

describe('the defaults of an account', () => {
  it('are nothing at first, keep what a change leaves out, and lose what is null', async () => {
    expect(await own()).toEqual(nothing)
    expect(await set({ language: 'KO', theme: 'DARK', timeZone: 'asia/seoul' })).toEqual({
      ...nothing,
      ...{ language: 'KO', theme: 'DARK', timeZone: 'Asia/Seoul' },
    })
    expect(await set({ instructions: 'Short answers.', theme: null })).toEqual({
      ...nothing,
      ...{ instructions: 'Short answers.', language: 'KO', timeZone: 'Asia/Seoul' },
    })
    expect(await set({ instructions: '' })).toMatchObject({ instructions: null })
    expect(await clear()).toEqual(nothing)
  })

  it.each([
    ['instructions that are too long', { instructions: 'x'.repeat(8_001) }, 'BAD_USER_INPUT'],
    ['an unknown model', { model: 'none' }, 'BAD_USER_INPUT'],
    ['a model that the membership does not include', { model: 'big' }, 'FORBIDDEN'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'BAD_USER_INPUT'],
    ['an unknown language', { language: 'XX' }, 'BAD_USER_INPUT'],
  ])('are refused: %s', async (_, input, code) => {
    expect(await set(input)).toBe(code)
    expect(await own()).toEqual(nothing)
  })

  it('are shown to their owner only, and changed by no API key', async () => {
    await set({ instructions: 'Mine.' })
    const admin = await fixture.app.admin()
    const other = await admin.data('{ users { nodes { id defaults { instructions } } } }')
    const { nodes } = other['users'] as { nodes: { id: string; defaults: unknown }[] }
    expect(nodes.find(({ id }) => id === ada.id)?.defaults).toBeNull()
    const key = at(
      await ada.data('mutation { createApiKey(input: { name: "x", scopes: [API] }) { text } }'),
      'createApiKey',
      'text',
    )
    const program = new Person(fixture.app.url, ada.id, ada.username, key)
    expect(await set({ instructions: 'Of a program.' }, program)).toBe('FORBIDDEN')
    expect(await start({}, program)).toMatchObject({ instructions: null, model: null })
    await clear()
  })
})

describe('a new room', () => {
  it('has the instructions and the model of its owner, by each way to create one, and keeps them', async () => {
    await set({ instructions: 'Short answers.', model: 'small' })
    expect(await start()).toMatchObject({ instructions: 'Short answers.', model: 'small' })
    expect(fixture.tap.lastJob).toMatchObject({ model: 'small' })
    const made = await ada.data('mutation { createOfficeRoom { room { id } } }')
    await clear()
    const id = at(made, 'createOfficeRoom', 'room', 'id')
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { instructions model } }', { id })
    expect(room).toEqual({ instructions: 'Short answers.', model: 'small' })
    expect(await start()).toMatchObject({ instructions: null, model: null })
  })

  it('has the model that its first message names', async () => {
    await set({ model: 'small' })
    expect(await start({ model: 'Local' })).toMatchObject({ model: 'Local' })
    expect(fixture.tap.lastJob.model).toBe('Local')
    await clear()
  })

  it('is answered by the default while the membership does not include the model any more', async () => {
    await setMembership('VIP')
    await set({ model: 'big' })
    await start()
    expect(fixture.tap.lastJob.model).toBe('big')
    await setMembership('BASIC')
    await start()
    expect(fixture.tap.lastJob.model).toBe('Local')
    expect(await own()).toMatchObject({ model: 'big' })
    await setMembership('VIP')
    await start()
    expect(fixture.tap.lastJob.model).toBe('big')
    await clear()
  })
})
