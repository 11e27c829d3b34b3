import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, onServer, until } from '@parley/testing'
import { readConfig } from '../../src/config/config.js'
import { limits } from '../../src/limits.js'
import { throughDoor } from '../../tools/operator/door.js'
import { runAdminCommand } from '../../tools/operator/admin-command.js'
import { graphqlApi as api } from '../support/accounts/session-apis.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { logOf } from '../support/rooms/log-queries.js'
import { folded, watch } from '../support/app/watch.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { testRedis } from '../support/instances/redis.js'
import { stopPolling } from '../support/instances/stop-polling.js'
import { started } from '../support/replies/run-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { ListDevice } from '../support/rooms/list-device.js'
import { Device, freshSnapshot } from '../support/rooms/room-device.js'

const redis = testRedis()
const database = redis === undefined ? undefined : await createTestDatabase()
const env = { JWT_SECRET: 's'.repeat(64), REDIS_URL: redis ?? '', LOCAL_MODEL: 'scripted:?chunks=60&delayMs=20' }

// needs `.ci/postgres.sh .ci/redis.sh`: only PostgreSQL can be shared
;(database ? describe : describe.skip)('two instances on one database and one Redis', () => {
  const databaseUrl = database?.url
  let here: TestApp
  let there: TestApp
  let admin: Person
  let restorePolling: () => void
  beforeAll(async () => {
    restorePolling = stopPolling()
    here = await createTestApp({ databaseUrl, env })
    there = await createTestApp({ databaseUrl, env })
    admin = await here.admin()
  })
  afterAll(async () => {
    restorePolling()
    await there.close()
    await here.close()
    await database?.drop()
  })

  const elsewhere = (person: Person) => person.movedTo(there.url)
  const socketOf = (person: Person) => RawSocket.open(there.url, person.token)
  const cancel = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
  const ban = 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }'

  it.each<[what: string, act: (person: Person) => Promise<unknown>, code: number]>([
    ['a sign-out', (person) => api.signOut(person), 4401],
    ['a sign-out everywhere', (person) => api.signOutEverywhere(person), 4401],
    ['a ban', ({ id }) => admin.data(ban, { id }), 4403],
    ['a deletion', (person) => person.data('mutation { deleteAccount { deletedAccountId } }'), 4401],
  ])('%s on one closes the sockets of the session on the other', async (_what, act, code) => {
    const person = await here.person('ada')
    const socket = await socketOf(person)
    await act(person)
    expect(await socket.closed).toBe(code)
  })

  it('a ban by a command of the operator closes them too', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-operator-'))
    const config = readConfig({ ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ROLES: 'app' })
    const person = await here.person('bob')
    const socket = await socketOf(person)
    const email = `${person.username}@example.com`
    await throughDoor(config, (ask) => runAdminCommand({ verb: 'ban', email }, ask))
    expect(await socket.closed).toBe(4403)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('30 personas that are created on both at the same time stay within the number of an account', async () => {
    const person = await here.person('per')
    const create = 'mutation { createPersona(input: { name: "x" }) { persona { id } } }'
    for (let count = 0; count < limits.personas - 5; count += 1) await person.data(create)
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? person : elsewhere(person)).codes(create)),
    )
    expect(codes.filter(([code]) => code === undefined)).toHaveLength(5)
    expect(codes.filter(([code]) => code === 'CONFLICT')).toHaveLength(25)
  })

  it('an entry written on one reaches a follower of the room on the other', async () => {
    const person = await here.person('cid')
    const roomId = await person.room()
    const device = await Device.follow(elsewhere(person), roomId)
    const save = `mutation ($roomId: ID!) {
      saveLogEntry(input: { roomId: $roomId, inputData: "a", outputData: "b" }) { entry { index } } }`
    for (let count = 1; count <= 3; count += 1) {
      await person.data(save, { roomId })
      await device.until(() => device.state?.entries.length === count)
    }
    await device.untilSame(await freshSnapshot(person, roomId))
    await device.close()
    // Redis costs no second snapshot
    expect(device.kinds.filter((kind) => kind === 'RoomSnapshot')).toHaveLength(1)
  })

  it('a change of a room on one reaches the list of its owner on the other, which continues there by its cursor', async () => {
    const person = await here.person('lia')
    const roomId = await person.room()
    const [near, far] = [await ListDevice.follow(person), await ListDevice.follow(elsewhere(person))]
    const save = `mutation ($roomId: ID!) {
      saveLogEntry(input: { roomId: $roomId, inputData: "a", outputData: "b" }) { entry { index } } }`
    const added = await person.room()
    await elsewhere(person).data(save, { roomId })
    for (const device of [near, far])
      await device.until(() => device.ids.length === 2 && device.ids[0] === roomId && device.same(near))
    await far.close()
    await person.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: added })
    const again = await ListDevice.follow(person, far)
    expect(again.events).toMatchObject([{ reset: false, rooms: [], deletedRoomIds: [added] }])
    await near.until(() => near.ids.length === 1)
    expect(near.events.filter(({ reset }) => reset)).toHaveLength(1)
    await Promise.all([near.close(), again.close()])
  })

  it('a reply that runs on one streams to a follower on the other, piece by piece and before it is stored', async () => {
    const pieces = Array.from({ length: 20 }, (_, index) => `piece ${index} `)
    const tap = new TappedGenerator()
    const runner = await createTestApp({ databaseUrl, env, wrap: tap.wrap })
    try {
      const person = await here.person('dan')
      let [seen, seenBeforeStored, isFollowed] = ['', 0, false]
      tap.next = async function* () {
        yield started
        await until('the follower has begun', () => isFollowed)
        for (const [index, delta] of pieces.entries()) {
          const sent = pieces.slice(0, index).join('')
          yield { kind: 'delta', attempt: 1, offset: sent.length, delta }
          await until('the follower has the piece', () => seen.length === sent.length + delta.length)
          const [row] = await onServer(databaseUrl ?? '', `SELECT text FROM generations WHERE id = '${id}'`)
          if (row?.['text'] !== seen) seenBeforeStored += 1
        }
        yield { kind: 'end', outcome: 'completed' }
      }
      const id = await person.movedTo(runner.url).say(await person.room())
      const far = await watch(elsewhere(person), id, undefined, ({ offset, delta }) => {
        seen = seen.slice(0, offset) + delta
        isFollowed = true
        return false
      })
      expect([folded(far), far.at(-1)?.status]).toEqual([pieces.join(''), 'COMPLETED'])
      expect(seenBeforeStored).toBeGreaterThan(0)
    } finally {
      await runner.close()
    }
  })

  it('a follower that moves to the other one in mid-reply sees no gap and no repetition', async () => {
    const person = await here.person('gus')
    const id = await person.say(await person.room())
    const seen = await watch(person, id, undefined, ({ offset }) => offset > 40)
    // the store has less text, and the other instance reads the store
    const rest = await watch(elsewhere(person), id, seen.at(-1)?.cursor)
    const deltas = [...seen, ...rest].map(({ delta }) => delta).join('')
    expect(rest.at(-1)?.status).toBe('COMPLETED')
    expect(deltas).toBe(folded(await watch(person, id)))
  })

  it('a cancel on one ends the reply that runs on the other', async () => {
    const person = await here.person('eva')
    const stalled = await createTestApp({
      databaseUrl,
      env: { ...env, LOCAL_MODEL: 'scripted:?stallAt=2' },
    })
    try {
      const sender = person.movedTo(stalled.url)
      const id = await sender.say(await person.room())
      await watch(sender, id, undefined, ({ delta }) => delta !== '')
      await elsewhere(person).data(cancel, { id })
      await stalled.idle()
    } finally {
      await stalled.close()
    }
  })

  it('a reply that is cancelled on the other one keeps all text that its followers have seen', async () => {
    const person = await here.person('fay')
    const roomId = await person.room()
    const id = await person.say(roomId)
    // more than the store has: the text is stored every 500 ms
    const seen = await watch(person, id, undefined, ({ offset }) => offset > 40)
    await elsewhere(person).data(cancel, { id })
    const whole = folded(await watch(elsewhere(person), id))
    expect(whole.startsWith(folded(seen))).toBe(true)
    expect(await elsewhere(person).data('query ($id: ID!) { generation(id: $id) { status text } }', { id })).toEqual({
      generation: { status: 'CANCELLED', text: whole },
    })
    expect((await logOf(person, roomId)).map(({ outputData }) => outputData)).toEqual([whole])
  })
})
