import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made, type CharacterApi, type ListFilter } from '../support/characters/character-apis.js'
import type { Person } from '../support/app/person.js'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
})
afterAll(() => app.close())

const listed = async (api: CharacterApi, person: Person, filter: ListFilter, prefix: string) => {
  const names = await api.list(person, filter)
  return typeof names === 'string' ? names : names.filter((name) => name.startsWith(prefix))
}

describe.each(characterApis.map((api) => [api.name, api] as const))('over %s', (name, api) => {
  describe('a private character', () => {
    const callers = ['owner', 'other', 'anonymous', 'admin'] as const
    const prefix = `${name} secret`
    const [open, hidden] = [`${prefix} open`, `${prefix} hidden`]
    let people: Record<(typeof callers)[number], Person>
    beforeAll(async () => {
      people = {
        owner: await app.person('owner'),
        other: ada,
        anonymous: app.stranger(),
        admin: await app.admin(),
      }
      await made(api, people.owner, { name: hidden, isPublic: false })
      await made(api, people.owner, { name: open })
    })

    it.each(callers)('is in no public list and in no search, for any caller: %s', async (caller) => {
      expect(await listed(api, people[caller], {}, prefix)).toEqual([open])
      expect(await listed(api, people[caller], { search: prefix }, prefix)).toEqual([open])
    })

    it.each([
      ['owner', [hidden, open]],
      ['admin', [hidden, open]],
      ['other', [open]],
      ['anonymous', [open]],
    ] as const)('is shown to the owner and to admins among the owner’s: %s', async (caller, names) => {
      const { id: ownerId, username } = people.owner
      expect(await api.list(people[caller], { ownerId })).toEqual(names)
      expect(await api.list(people[caller], { ownerUsername: username })).toEqual(names)
      expect(await api.list(people[caller], { ownerUsername: username.toUpperCase() })).toEqual(names)
    })
  })

  describe('a list', () => {
    it("is selected by the search, else by the owner's id, else by the owner's name", async () => {
      const [one, two] = [await app.person('one'), await app.person('two')]
      await made(api, one, { name: `${name} rank one` })
      await made(api, two, { name: `${name} rank two` })
      const search = `${name} rank two`
      const { id: ownerId } = one
      const { username: ownerUsername } = two
      expect(await api.list(ada, { search, ownerId, ownerUsername: one.username })).toEqual([`${name} rank two`])
      expect(await api.list(ada, { search: '', ownerId })).toEqual(await api.list(ada, {}))
      expect(await api.list(ada, { ownerId, ownerUsername })).toEqual([`${name} rank one`])
      expect(await api.list(ada, { ownerUsername })).toEqual([`${name} rank two`])
    })

    it.each([
      { ownerId: '999999' },
      { ownerId: String(Number.MAX_SAFE_INTEGER) },
      { ownerUsername: 'nobody at all' },
      { ownerUsername: 'no\u0000body' },
    ])('of an unknown owner is empty: %j', async (filter) => {
      expect(await api.list(ada, filter)).toEqual([])
    })

    it.each([['x'.repeat(201)], ['no\u0000body']])('refuses the search %j', async (search) => {
      expect(await api.list(ada, { search })).toBe('BAD_USER_INPUT')
    })
  })
})

describe('a search', () => {
  const names = [
    '100% Æther',
    'Snow_flake',
    'back\\slash',
    'É\u0301clair',
    'Crème Brûlée',
    'Straße',
    'ΟΔΟΣ Α',
    'ΟΔΟΣΑ',
    'ЖУК',
    'ＦＵＬＬ width',
    '\u{10428}\u{1044d} Deseret',
    "O'Brien",
    'plain',
  ] as const
  let seeker: Person
  beforeAll(async () => {
    seeker = await app.person('seeker')
    for (const name of names) await made(characterApis[0], seeker, { name: `q${name}` })
  })

  const rows: readonly (readonly [search: string, found: readonly (typeof names)[number][]])[] = [
    ['%', ['100% Æther']],
    ['0% æTHER', ['100% Æther']],
    ['%%', []],
    ['_', ['Snow_flake']],
    ['snow_FLAKE', ['Snow_flake']],
    ['snow%flake', []],
    ['\\', ['back\\slash']],
    ['\\\\', []],
    ['crème BRÛLÉE', ['Crème Brûlée']],
    ['cre\u0300me', ['Crème Brûlée']],
    ['creme', []],
    ['qSTRASSE', ['Straße']],
    ['straße', ['Straße']],
    ['οδος', ['ΟΔΟΣ Α', 'ΟΔΟΣΑ']],
    ['οδοσ', ['ΟΔΟΣ Α', 'ΟΔΟΣΑ']],
    ['Οδοσα', ['ΟΔΟΣΑ']],
    ['жук', ['ЖУК']],
    ['full WIDTH', ['ＦＵＬＬ width']],
    ['\u{10400}\u{10425}', ['\u{10428}\u{1044d} Deseret']],
    ["o'b", ["O'Brien"]],
    ['PLAIN', ['plain']],
    ['no such name', []],
    ['*', []],
  ]

  it.each(characterApis.flatMap((api) => rows.map(([search, found]) => [search, api.name, api, found] as const)))(
    'for %j over %s finds names by their letters alone',
    async (search, _name, api, found) => {
      expect(await listed(api, app.stranger(), { search }, 'q')).toEqual(found.map((name) => `q${name}`))
    },
  )

  it.each(characterApis.map((api) => [api.name, api] as const))(
    'for an empty text finds all over %s',
    async (_n, api) => {
      const all = await api.list(app.stranger(), {})
      expect(all).toEqual(expect.arrayContaining(names.map((name) => `q${name}`)))
      expect(await api.list(app.stranger(), { search: '' })).toEqual(all)
    },
  )

  it('finds the longest possible name', async () => {
    // one letter whose normalized form has 18
    const name = '\ufdfa'.repeat(100)
    for (const api of characterApis) await made(api, seeker, { name })
    expect(await characterApis[1].list(seeker, { search: name.slice(50) })).toEqual([name, name])
  })
})

describe('the query of a REST list', () => {
  it('reads digits in `userid` as an id', async () => {
    const owner = await app.person('digits')
    await made(characterApis[1], owner, { name: 'by number' })
    const { body } = await ada.rest('GET', `/api/characters?userid=${owner.id}`)
    expect(body).toEqual([expect.objectContaining({ name: 'by number', userId: Number(owner.id) })])
    for (const userid of ['0', '007', '99999999999999999999', '', '%00', '-1', '1e3'])
      expect([userid, (await ada.rest('GET', `/api/characters?userid=${userid}`)).text]).toEqual([userid, '[]'])
  })

  it('ignores both names of the owner beside a search, even malformed values', async () => {
    const { status, body } = await ada.rest('GET', '/api/characters?search=qplain&userId=seven&userid=nobody')
    expect([status, body]).toEqual([200, [expect.objectContaining({ name: 'qplain' })]])
  })

  it('treats an invalid token as none', async () => {
    const headers = { authorization: 'Bearer nonsense' }
    expect((await app.stranger().rest('GET', '/api/characters', undefined, headers)).status).toBe(200)
  })
})
