import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema } from 'graphql'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { comparable, Device, freshSnapshot, queriedState } from './support/room-device.js'
import { roomMutations } from './support/room-mutations.js'
import { roomPeople, RoomScene } from './support/room-scene.js'
import type { RoomPeople } from './support/room-scene.js'
import { TappedGenerator } from './support/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let people: RoomPeople
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3', IMAGE_HOST: 'img.example' }
  app = await createTestApp({ env, wrap: tap.wrap })
  people = await roomPeople(app)
})
afterAll(() => app.close())

describe('the mutations that a room is walked through', () => {
  it('are all that there are, and none beside', () => {
    const service = buildSchema(readFileSync('schema/service.graphql', 'utf8'))
    const known = new Set(Object.keys(roomMutations).map((name) => name.replace(/:.*/, '')))
    expect([...known].sort()).toEqual(Object.keys(service.getMutationType()?.getFields() ?? {}).sort())
  })
})

const cases = Object.entries(roomMutations)

describe.each(cases.filter(([, { tells }]) => tells.length > 0))(
  '%s',
  (_name, { before, act, tells, endsAccounts }) => {
    it('leaves every device with what a fresh snapshot says', async () => {
      const scene = await RoomScene.set(app, tap, endsAccounts ? await roomPeople(app) : people)
      const { roomId } = scene
      const { ada } = scene.people
      await before?.(scene)
      const early = [await Device.follow(ada, roomId), await Device.follow(ada, roomId)]
      await act(scene)
      const late = await Device.follow(ada, roomId)
      const isOver = tells.includes('RoomDeleted')
      for (const device of early) await device.untilSame(isOver ? null : await freshSnapshot(ada, roomId))
      if (isOver) {
        for (const device of early) await device.until(() => device.ending !== undefined)
        expect(early.map(({ ending }) => ending)).toEqual(['completed', 'completed'])
        expect(late.ending).toBe('NOT_FOUND')
      } else await meetAtTheEnd(scene, [...early, late])
      expect(new Set(early[0]?.kinds.slice(1))).toEqual(
        new Set(isOver ? ['RoomDeleted'] : [...tells, 'EntryAdded', 'RoomChanged']),
      )
      await Promise.all([...early, late].map((device) => device.close()))
    })
  },
)

it('tells nothing of what leaves the room as it is', async () => {
  const scene = await RoomScene.set(app, tap, await roomPeople(app))
  const device = await Device.follow(scene.people.ada, scene.roomId)
  for (const [, { act, tells }] of cases) if (tells.length === 0) await act(scene)
  await meetAtTheEnd(scene, [device])
  expect(device.kinds).toEqual(['RoomSnapshot', 'EntryAdded', 'RoomChanged'])
  await device.close()
})

/** Whatever else there is to tell comes before the last entry. */
async function meetAtTheEnd(scene: RoomScene, devices: readonly Device[]): Promise<void> {
  await scene.save('the end')
  const { ada } = scene.people
  const end = await freshSnapshot(ada, scene.roomId)
  for (const device of devices) await device.untilSame(end)
  expect(comparable(end)).toBe(comparable(await queriedState(ada, scene.roomId)))
}
