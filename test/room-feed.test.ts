import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { comparable, Device, freshSnapshot, queriedState } from './support/room-device.js'
import type { Person } from './support/person.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3' } })
})
afterAll(() => app.close())

const save = (person: Person, roomId: string, inputData = 'a') =>
  person.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }', {
    input: { roomId, inputData, outputData: 'b' },
  })

describe('a device that follows a room', () => {
  it('is told first what a query answers too', async () => {
    const ada = await app.person('ada')
    const roomId = await ada.room('chat')
    await save(ada, roomId)
    await ada.say(roomId)
    await app.idle()
    const snapshot = await freshSnapshot(ada, roomId)
    expect(snapshot.entries).toHaveLength(2)
    expect(comparable(snapshot)).toBe(comparable(await queriedState(ada, roomId)))
  })

  it('is told of entries and replies that another device has made', async () => {
    const ada = await app.person('ada')
    const roomId = await ada.room()
    const phone = await Device.follow(ada, roomId)
    await save(ada, roomId)
    await ada.say(roomId)
    await app.idle()
    await phone.untilSame(await queriedState(ada, roomId))
    expect(phone.kinds).toEqual(
      expect.arrayContaining(['RoomSnapshot', 'EntryAdded', 'GenerationChanged', 'RoomChanged']),
    )
    await phone.close()
  })
})
