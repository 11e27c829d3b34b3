import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'

const start = Date.now()
let now = start
let app: TestApp
let admin: Person
let owner: Person
let other: Person
let id: string
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  ;[admin, owner, other] = [await app.admin(), await app.person('owner'), await app.person('other')]
})
afterAll(() => app.close())
beforeEach(async () => {
  now = start
  const made = await owner.data('mutation { createCharacter(input: { name: "Grace" }) { character { id } } }')
  id = at(made, 'createCharacter', 'character', 'id')
})

const hide = 'mutation ($input: HideCharacterInput!) { hideCharacter(input: $input) { character { id } } }'
const restore = 'mutation ($id: ID!) { restoreCharacter(id: $id) { character { id visibility hiddenByAdmin } } }'
const publish = 'mutation ($id: ID!) { updateCharacter(id: $id, input: { visibility: PUBLIC }) { character { id } } }'
const close = 'mutation ($id: ID!) { updateCharacter(id: $id, input: { visibility: PRIVATE }) { character { id } } }'
const hides = (reason = 'spam') => admin.data(hide, { input: { id, reason } })
const seenBy = async (person: Person) =>
  (await person.data('query ($id: ID!) { character(id: $id) { visibility hiddenByAdmin hiddenReason } }', { id }))[
    'character'
  ]
const listed = async () => {
  const { all, found } = await other.data(
    '{ all: characters(first: 100) { nodes { id } } found: characters(search: "grace", first: 100) { nodes { id } } }',
  )
  const isIn = (list: unknown) => (list as { nodes: { id: string }[] }).nodes.some((node) => node.id === id)
  return [isIn(all), isIn(found)]
}

describe('a character that an administrator has hidden', () => {
  it('is not listed, found or opened, and its owner and administrators see why', async () => {
    expect(await listed()).toEqual([true, true])
    await hides('Copies a real person')
    expect([await listed(), await seenBy(other)]).toEqual([[false, false], null])
    const shown = { visibility: 'PRIVATE', hiddenByAdmin: true, hiddenReason: 'Copies a real person' }
    expect([await seenBy(owner), await seenBy(admin)]).toEqual([shown, shown])
    expect(await owner.codes(publish, { id })).toEqual(['FORBIDDEN'])
  })

  it('gets another reason when it is hidden again', async () => {
    await hides()
    await hides('Another reason')
    expect(await seenBy(owner)).toMatchObject({ hiddenReason: 'Another reason' })
  })

  it('is public again after it is restored, without the reason', async () => {
    await hides()
    await admin.data(restore, { id })
    expect(await seenBy(other)).toEqual({ visibility: 'PUBLIC', hiddenByAdmin: false, hiddenReason: null })
    expect(await listed()).toEqual([true, true])
    expect(await admin.codes(restore, { id })).toEqual(['CONFLICT'])
  })

  it('loses the reason when the documented mutation shows it', async () => {
    await hides()
    await admin.data(
      'mutation ($id: ID!) { setVisibility(characterId: $id, visibility: PUBLIC) { character { id } } }',
      {
        id,
      },
    )
    expect(await seenBy(owner)).toEqual({ visibility: 'PUBLIC', hiddenByAdmin: false, hiddenReason: null })
  })
})

it('a character that its owner has made private is neither hidden nor restored', async () => {
  await owner.data(close, { id })
  expect(await admin.codes(hide, { input: { id, reason: 'spam' } })).toEqual(['CONFLICT'])
  expect(await admin.codes(restore, { id })).toEqual(['CONFLICT'])
})

it('both acts need the role, a recent proof of identity, and a reason', async () => {
  const input = { id, reason: 'spam' }
  expect([await owner.codes(hide, { input }), await other.codes(restore, { id })]).toEqual([
    ['FORBIDDEN'],
    ['FORBIDDEN'],
  ])
  expect(await admin.codes(hide, { input: { id, reason: '' } })).toEqual(['BAD_USER_INPUT'])
  now = start + 20 * 60_000
  expect(await admin.codes(hide, { input })).toEqual(['REAUTHENTICATION_REQUIRED'])
  expect(await admin.codes(restore, { id })).toEqual(['REAUTHENTICATION_REQUIRED'])
  now = start
  expect(await seenBy(other)).toMatchObject({ visibility: 'PUBLIC' })
})
