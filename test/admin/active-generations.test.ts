import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const query = `{
  activeGenerations {
    totalCount
    generations { id roomId kind model status position queueReason createdAt account { username } }
  }
}`

let app: TestApp
let admin: Person
beforeAll(async () => {
  // a reply stalls until it is cancelled, and one runs at a time
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=1', OFFICE_CONCURRENCY: '1' } })
  admin = await app.admin()
})
afterAll(() => app.close())

const active = async () => {
  const { activeGenerations } = await admin.data(query)
  return activeGenerations as { totalCount: number; generations: { id: string; status: string }[] }
}
const cancel = (id: string) =>
  admin.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })

describe('activeGenerations', () => {
  it('are those of all accounts that run or wait, the oldest first, and an administrator can cancel them', async () => {
    expect(await active()).toEqual({ totalCount: 0, generations: [] })
    const [ada, bob] = [await app.person('ada'), await app.person('bob')]
    const rooms = [await ada.room(), await bob.room(), await bob.room('chat')]
    const first = await ada.say(rooms[0] ?? '', 'a secret message')
    const second = await bob.say(rooms[1] ?? '')
    const third = await bob.say(rooms[2] ?? '')
    await until('two run and one waits', async () => {
      const { generations } = await active()
      return generations.map(({ status }) => status).join() === 'RUNNING,QUEUED,RUNNING'
    })
    const found = await active()
    expect(found).toMatchObject({
      totalCount: 3,
      generations: [
        {
          id: first,
          roomId: rooms[0],
          kind: 'OFFICE',
          model: 'Local',
          position: null,
          account: { username: ada.username },
        },
        {
          id: second,
          roomId: rooms[1],
          kind: 'OFFICE',
          position: 1,
          queueReason: 'BUSY',
          account: { username: bob.username },
        },
        { id: third, roomId: rooms[2], kind: 'CHARACTER', position: null },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('secret')
    expect(await admin.data('{ activeGenerations(first: 1) { totalCount generations { id } } }')).toEqual({
      activeGenerations: { totalCount: 3, generations: [{ id: first }] },
    })
    // the room of a reply that runs was removed by hand
    await app.app.database.write((db) => db.delete(RoomTable, { roomId: rooms[2] ?? '' }))
    expect((await active()).generations[2]).toMatchObject({ kind: null })
    for (const id of [first, second, third]) await cancel(id)
    expect(await active()).toEqual({ totalCount: 0, generations: [] })
  })

  it('have no field with a text of a person', async () => {
    for (const field of ['message', 'text', 'room { id }', 'imageUrl', 'entry { index }'])
      expect(await admin.codes(`{ activeGenerations { generations { ${field} } } }`)).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ])
  })

  it.each([-1, 101])('refuse a list of %d', async (first) => {
    expect(await admin.codes(`{ activeGenerations(first: ${String(first)}) { totalCount } }`)).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})

describe('aiServices', () => {
  const services = async (of: Person) => {
    const { aiServices } = await of.data(
      '{ aiServices { kind waiting workers { name state model running concurrency } } }',
    )
    return aiServices as object[]
  }

  it('are the workers of this process with the length of their queues', async () => {
    const ada = await app.person('ada')
    const sent = [await ada.say(await ada.room()), await ada.say(await ada.room())]
    const worker = { name: null, state: 'READY', model: 'scripted' }
    await until('one runs and one waits', async () => {
      const [{ waiting, workers }] = (await services(admin)) as [{ waiting: number; workers: [{ running: number }] }]
      return waiting === 1 && workers[0].running === 1
    })
    expect(await services(admin)).toEqual([
      { kind: 'OFFICE', waiting: 1, workers: [{ ...worker, running: 1, concurrency: 1 }] },
      { kind: 'CHARACTER', waiting: 0, workers: [{ ...worker, running: 0, concurrency: 1 }] },
    ])
    for (const id of sent) await cancel(id)
  })

  it('are away while their address does not answer', async () => {
    const apart = await createTestApp({
      env: { AI_OFFICE_URL: 'http://127.0.0.1:9', AI_CHARACTER_URL: app.url },
    })
    try {
      const away = { name: null, state: 'AWAY', model: null, running: null, concurrency: null }
      expect(await services(await apart.admin())).toEqual([
        { kind: 'OFFICE', waiting: null, workers: [away] },
        { kind: 'CHARACTER', waiting: null, workers: [away] },
      ])
    } finally {
      await apart.close()
    }
  })
})
