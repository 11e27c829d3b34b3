import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'

const hour = 3_600_000
let now = Date.now()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({
    clock: () => now,
    env: { JWT_TTL_MS: String(365 * 24 * hour), RATE_LIMITS: '{"tokenCount":{"perAccount":3}}' },
  })
  ada = await app.person('ada')
})
afterAll(() => app.close())

it('a test conversation is deleted a day after its last change', async () => {
  const made = await ada.data('mutation { createCharacter(input: { name: "Mira" }) { character { id } } }')
  const id = at(made, 'createCharacter', 'character', 'id')
  const opened = await ada.data('mutation ($id: ID!) { openTestRoom(characterId: $id) { room { id } } }', { id })
  const roomId = at(opened, 'openTestRoom', 'room', 'id')
  const kept = await ada.room('chat')
  now += 23 * hour
  await ada.say(roomId)
  await app.idle()
  now += 23 * hour
  await app.app.sweeper.sweep()
  const rooms = () => app.app.database.read((db) => db.select(RoomTable, {}, { columns: ['roomId'] }))
  expect(await rooms()).toHaveLength(2)
  now += 2 * hour
  await app.app.sweeper.sweep()
  expect(await rooms()).toEqual([{ roomId: kept }])
})

it('tokens are counted as often as the limit says', async () => {
  const cost = '{ characterCost(input: { context: "A sailor" }) { tokens } }'
  for (let counts = 0; counts < 3; counts += 1) expect(await ada.codes(cost)).toEqual([])
  expect(await ada.codes(cost)).toEqual(['RATE_LIMITED'])
})
