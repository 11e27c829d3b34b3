import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { searchKey } from '@parley/runtime'
import { CharacterCardTable, CharacterTable } from '../../src/database/tables/characters.js'
import { limits } from '../../src/limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { base64, pngWith, textChunk } from '../support/characters/card-files.js'
import { noise } from '../support/images/pictures.js'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ;[ada, bob] = [await app.person('ada'), await app.person('bob')]
})
afterAll(() => app.close())

const create = 'mutation { createCharacter(input: { name: "Mira" }) { character { id } } }'
const importing = 'mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }'
const card = { name: 'Mira', first_mes: 'Ahoy' }

const stored = (count: number) =>
  app.app.database.write(async (db) => {
    for (let number = 0; number < count; number += 1)
      await db.insert(CharacterTable, {
        ...{ name: 'Old', nameKey: searchKey('Old'), isPublic: true, hiddenByAdmin: false },
        ...{ ownerId: Number(ada.id), createdAt: 1, updatedAt: 1 },
      })
  })

it('an account has at most 2,000 characters', async () => {
  await stored(limits.characters - 1)
  const id = at(await ada.data(create), 'createCharacter', 'character', 'id')
  const { errors } = await ada.graphql(create)
  expect(errors).toMatchObject([
    { message: 'An account has at most 2,000 characters', extensions: { code: 'CONFLICT' } },
  ])
  expect(await ada.codes(importing, { card: JSON.stringify(card) })).toEqual(['CONFLICT'])
  expect((await ada.rest('POST', '/api/characters', { name: 'Mira' })).status).toBe(409)
  expect((await ada.rest('POST', '/api/characters/cards', { card: JSON.stringify(card) })).status).toBe(409)
  expect(await bob.codes(create)).toEqual([])
  await ada.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
  expect(await ada.codes(create)).toEqual([])
})

it('the cards of an account have at most 1 GiB of assets', async () => {
  const picture = await noise(2, 2).png().toBuffer()
  const file = pngWith(picture, textChunk('chara', base64(card)), textChunk('chara-ext-asset_:0', 'x'.repeat(100)))
  const first = await bob.data(importing, { card: file.toString('base64') })
  const characterId = Number(at(first, 'importCharacter', 'character', 'id'))
  const fill = (fileBytes: number) =>
    app.app.database.write((db) => db.update(CharacterCardTable, { characterId }, { fileBytes }))
  await fill(limits.keptCardFileBytes)
  const { errors } = await bob.graphql(importing, { card: file.toString('base64') })
  expect(errors).toMatchObject([
    { message: 'The cards of an account have at most 1 GiB of assets', extensions: { code: 'CONFLICT' } },
  ])
  expect(await bob.codes(importing, { card: JSON.stringify(card) })).toEqual([])
  await fill(100)
  expect(await bob.codes(importing, { card: file.toString('base64') })).toEqual([])
})
