import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cancel } from '../support/accounts/usage-fixture.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { half, started } from '../support/replies/run-fixture.js'
import { course, stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { Device } from '../support/rooms/room-device.js'
import { logOf } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let bob: Person
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap, env: { ADMIN_EMAILS: 'grace@example.com' } })
  ada = await app.person('ada')
  bob = await app.person('bob')
  admin = await app.person('grace')
})
afterAll(() => app.close())

const removal = 'mutation ($id: ID!) { removeGeneration(id: $id) { removedGenerationId } }'
const generations = 'query ($id: ID!) { room(id: $id) { generations { nodes { id } } } }'

const idsIn = async (roomId: string) => {
  const { room } = (await ada.data(generations, { id: roomId })) as {
    room: { generations: { nodes: { id: string }[] } }
  }
  return room.generations.nodes.map(({ id }) => id)
}

/** A message whose reply has failed. */
async function failedReply(): Promise<{ id: string; roomId: string }> {
  tap.next = course({ kind: 'end', outcome: 'failed', reason: 'generation_failed' })
  const roomId = await ada.room()
  const id = await ada.say(roomId)
  await app.idle()
  return { id, roomId }
}

describe('a generation that is removed', () => {
  it('is gone from its room, and a repeated removal is answered as the first one', async () => {
    const { id, roomId } = await failedReply()
    const answers = await Promise.all([ada.data(removal, { id }), ada.data(removal, { id }), ada.data(removal, { id })])
    expect(answers).toEqual(answers.map(() => ({ removeGeneration: { removedGenerationId: id } })))
    expect(await idsIn(roomId)).toEqual([])
    expect(await ada.data('query ($id: ID!) { generation(id: $id) { id } }', { id })).toEqual({ generation: null })
  })

  it('disappears on every device that follows its room', async () => {
    const { id, roomId } = await failedReply()
    const device = await Device.follow(ada, roomId)
    expect(device.state?.generations).toHaveLength(1)
    await ada.data(removal, { id })
    await device.until(() => device.state?.generations.length === 0)
    await device.close()
  })

  it('leaves the entry of its text', async () => {
    tap.next = stall(started, half)
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ delta }) => delta !== '')
    await cancel(ada, id)
    await ada.data(removal, { id })
    expect(await idsIn(roomId)).toEqual([])
    expect(await logOf(ada, roomId)).toMatchObject([{ outputData: 'half a re' }])
  })

  it('is its owner’s: the call of another account, an administrator among them, changes nothing', async () => {
    const { id, roomId } = await failedReply()
    for (const person of [bob, admin]) {
      // the answer is that of an id that no generation has
      expect(await person.data(removal, { id })).toEqual({ removeGeneration: { removedGenerationId: id } })
      expect(await person.data(removal, { id: 'x' })).toEqual({ removeGeneration: { removedGenerationId: 'x' } })
    }
    expect(await idsIn(roomId)).toEqual([id])
  })

  it('has ended: CONFLICT while it waits or runs', async () => {
    tap.next = stall(started, half)
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ delta }) => delta !== '')
    expect(await ada.codes(removal, { id })).toEqual(['CONFLICT'])
    await cancel(ada, id)
    expect(await ada.codes(removal, { id })).toEqual([])
  })

  it('counts as a message of the day still', async () => {
    const used = () => ada.data('{ myUsage { messages { used } } }')
    const { id } = await failedReply()
    const before = await used()
    await ada.data(removal, { id })
    expect(await used()).toEqual(before)
  })
})
