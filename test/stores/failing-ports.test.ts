import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { asRest, ofRooms, type Step } from '../support/failures/failing-step.js'
import { FailingFixture, grace, type PortName } from '../support/failures/failing-fixture.js'
import { findingsOf } from '../support/tools/findings.js'
import { logSteps } from '../support/rooms/log-steps.js'
import { LogRoom, turn } from '../support/rooms/log-room.js'
import { at } from '../support/app/person.js'
import { cardSteps } from '../support/characters/card-steps.js'

let fixture: FailingFixture
beforeAll(async () => {
  fixture = await FailingFixture.open()
})
afterAll(() => fixture.close())

/**
 * All ports whose calls may fail, with the resulting answer to a caller. The other ports have no failing calls by
 * contract: the bus may lose a message, history is optional, and a failed probe means no. Identity providers have a
 * separate contract suite.
 */
const refusals: Readonly<Record<PortName, readonly [number, object] | undefined>> = {
  'chat-log store': [503, { detail: 'Database error' }],
  'file store': [503, { detail: 'Database error' }],
  database: [503, { detail: 'Database error' }],
  // a message is answered before its job is passed to a worker
  'reply generator': undefined,
}
const portNames = Object.keys(refusals) as PortName[]

const offices = '/api/rooms/officerooms'
const expectGone = async (logs: readonly LogRoom[]) => {
  for (const log of logs) expect((await log.load()).status).toBe(404)
}
const ofImages = { uses: ['file store', 'database'] } as const
const ofAll = { uses: ['chat-log store', 'file store', 'database'], hides: ['chat-log store', 'file store'] } as const
const key = () => ({ 'idempotency-key': randomUUID() })

/** All steps, each on its own data. */
const steps: Readonly<Record<string, () => Promise<Step>>> = {
  'the deletion of a room': async () => {
    const { bob } = fixture
    const id = await bob.room()
    await fixture.logOf(bob, id).save()
    return {
      send: () => bob.rest('DELETE', `${offices}/${id}`),
      ...ofRooms,
      hides: ['chat-log store'],
      ends: [204, 404],
      done: () => expectGone([fixture.logOf(bob, id)]),
    }
  },
  'the deletion of a room by its log': async () => {
    const { bob } = fixture
    const id = await bob.room()
    const log = fixture.logOf(bob, id)
    await log.save()
    return {
      send: () => log.delete(),
      ...ofRooms,
      hides: ['chat-log store'],
      ends: [200, 404],
      done: async () => {
        await expectGone([log])
        expect((await bob.rest('GET', `${offices}/${id}/logs`)).status).toBe(404)
      },
    }
  },
  'the deletion of a log that has no record': async () => {
    const log = await LogRoom.create(fixture.app.chatLog())
    await log.save()
    return { send: () => log.delete(), ...ofRooms, ends: [200, 404], done: () => expectGone([log]) }
  },
  'the deletion of a character with the rooms of several users': async () => {
    const { bob } = fixture
    const { id, imageUrl } = await fixture.character(bob)
    const guest = await fixture.app.person('guest')
    const logs: LogRoom[] = []
    for (const person of [bob, guest])
      logs.push(fixture.logOf(person, await fixture.chat(person, id), '/doclog/chatbot'))
    for (const log of logs) await log.save()
    return {
      send: () => bob.rest('DELETE', `/api/characters/${id}`),
      ...ofAll,
      ends: [204, 404],
      done: async () => {
        await expectGone(logs)
        await fixture.sweep()
        expect(await fixture.isServed(imageUrl)).toBe(false)
      },
    }
  },
  'the deletion of an account': async () => {
    const ada = await fixture.app.person('ada')
    const { id, imageUrl } = await fixture.character(ada)
    const own = await ada.room()
    const logs = [
      fixture.logOf(ada, own),
      fixture.logOf(fixture.bob, await fixture.chat(fixture.bob, id), '/doclog/chatbot'),
      await LogRoom.create(fixture.app.chatLog(), '/doclog/office', ada.id),
    ]
    for (const log of logs) await log.save()
    await ada.say(own)
    await fixture.app.idle()
    return {
      send: () => ada.rest('DELETE', `/api/users/${ada.id}`),
      ...ofAll,
      ends: [204, 401],
      done: async () => {
        await expectGone(logs)
        expect(await fixture.isServed(imageUrl)).toBe(false)
      },
    }
  },
  'the making of a room': () => {
    const name = randomUUID()
    const headers = key()
    return Promise.resolve({
      send: () => fixture.bob.rest('POST', offices, { room_name: name }, headers),
      ...ofRooms,
      ends: [200, 200],
      done: async () => {
        const [id, ...others] = await fixture.roomsNamed(name)
        expect(others).toEqual([])
        expect((await fixture.bob.rest('GET', `${offices}/${id ?? ''}/logs`)).body).toEqual([])
      },
    })
  },
  'the making of a room whose id was sent': () => {
    const id = randomUUID()
    return Promise.resolve({
      // when the room exists, its id is in use
      send: () => fixture.bob.rest('POST', offices, { room_name: id, room_id: id }),
      ...ofRooms,
      ends: [200, 400],
      done: async () => {
        expect(await fixture.roomsNamed(id)).toEqual([id])
        expect((await fixture.bob.rest('GET', `${offices}/${id}/logs`)).body).toEqual([])
      },
    })
  },
  'the change of a room': async () => {
    const { bob } = fixture
    const id = await bob.room()
    const query = 'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { id } } }'
    const variables = { id, input: { name: 'Deck', instructions: 'Answer in French.', archived: true } }
    return {
      send: async () => asRest(await bob.rest('POST', '/graphql', { query, variables })),
      uses: ['database'],
      ends: [200, 200],
      done: async () => {
        const read = 'query ($id: ID!) { room(id: $id) { name instructions archivedAt } }'
        const { room } = await bob.data(read, { id })
        expect(room).toMatchObject({ name: 'Deck', instructions: 'Answer in French.' })
        expect(at(room, 'archivedAt')).toMatch(/^20/)
      },
    }
  },
  "the export of an account's data": async () => {
    const ada = await fixture.app.person('ada')
    await ada.room()
    return {
      send: () => ada.rest('POST', '/api/users/data-export'),
      uses: ['database'],
      ends: [202, 202],
      done: async () => {
        // past the lease of a round that failed
        await fixture.sweep()
        await fixture.app.app.product.dataExports.round()
        // a round of the application itself may have begun it
        const statusOf = async () => at((await ada.data('{ myDataExport { status } }'))['myDataExport'], 'status')
        await until('the export is ready', async () => (await statusOf()) === 'READY')
      },
    }
  },
  'the saving of an entry': async () => {
    const id = await fixture.bob.room()
    const headers = key()
    return {
      send: () => fixture.bob.rest('PUT', `${offices}/${id}/logs`, turn, headers),
      ...ofRooms,
      ends: [200, 200],
      done: async () => expect(await fixture.logOf(fixture.bob, id).indexes()).toEqual([1]),
    }
  },
  'the saving of an entry by its log': async () => {
    const log = await LogRoom.create(fixture.app.chatLog())
    const headers = key()
    return {
      send: () => log.save({}, headers),
      ...ofRooms,
      ends: [200, 200],
      done: async () => expect(await log.indexes()).toEqual([1]),
    }
  },
  'a search in all rooms': async () => {
    const owner = await fixture.app.person()
    await fixture.logOf(owner, await owner.room()).save()
    const send = () => owner.rest('GET', `/api/search?query=${encodeURIComponent(turn.input_data)}`)
    return {
      send,
      ...ofRooms,
      ends: [200, 200],
      done: async () => expect((await send()).body).toMatchObject({ entries: [{ entry: turn }] }),
    }
  },
  'the making of a character with a picture': () => {
    const name = randomUUID()
    const headers = key()
    return Promise.resolve({
      send: () => fixture.bob.rest('POST', '/api/characters', fixture.form('image', { ...grace, name }), headers),
      ...ofImages,
      ends: [200, 200],
      done: async () => {
        const { body } = await fixture.bob.rest('GET', '/api/characters/my')
        const made = (body as { name: string; imageUrl: string }[]).filter((one) => one.name === name)
        expect(made).toHaveLength(1)
        expect(await fixture.isServed(made[0]?.imageUrl ?? '')).toBe(true)
      },
    })
  },
  'the change of a profile image': async () => {
    const change = () => fixture.bob.rest('POST', '/api/users/profile/image', fixture.form('profileImage'))
    await change()
    return {
      send: change,
      ...ofImages,
      ends: [200, 200],
      done: async () => {
        const { body } = await fixture.bob.rest('GET', '/api/users/profile')
        expect(await fixture.isServed(at(body, 'profileImageUrl'))).toBe(true)
      },
    }
  },
}

/**
 * Repeats a step, the n-th time with a failure of the n-th call of the port, until there are fewer calls; returns their
 * number. Each time the step must be complete, done once, and without findings of the doctor.
 */
async function failEach(name: PortName, when: 'before' | 'after', prepare: () => Promise<Step>): Promise<number> {
  const port = fixture.port(name)
  for (let nth = 1; ; nth += 1) {
    const { send, ends, hides = [], done } = await prepare()
    port.failOnce(nth, when)
    const first = await send()
    const { hasFailed } = port
    port.heal()
    const said = `call ${nth} ${when}: ${first.status} ${first.text}`
    const refusal = hides.includes(name) ? undefined : refusals[name]
    if (first.status !== ends[0]) expect([said, first.status, first.body]).toMatchObject([said, ...(refusal ?? ends)])
    let last = first
    for (let tries = 0; tries < 3 && !ends.includes(last.status); tries += 1) last = await send()
    expect([said, ends]).toEqual([said, expect.arrayContaining([last.status])])
    await fixture.later()
    await done()
    await fixture.sweep()
    expect([said, await findingsOf(fixture.app.app.product.doctor)]).toEqual([said, []])
    if (!hasFailed) return nth - 1
  }
}

const cases = Object.entries({ ...steps, ...logSteps(() => fixture), ...cardSteps(() => fixture) }).flatMap(
  ([step, prepare]) => portNames.map((port) => ({ step, port, prepare })),
)

describe('when one call of a port fails, whichever it is', () => {
  it.each(cases)('$step is complete and done once: $port', async ({ port, prepare }) => {
    const { uses } = await prepare()
    const calls = [await failEach(port, 'before', prepare), await failEach(port, 'after', prepare)]
    expect(calls.every((count) => count > 0)).toBe(uses.includes(port))
  })
})
