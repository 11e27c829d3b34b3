import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer, until } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes, type Launched } from '../../support/app/processes.js'
import { watch, type WatchedEvent } from '../../support/app/watch.js'
import { RedisServer, testRedis } from '../../support/instances/redis.js'
import { logOf } from '../../support/rooms/log-queries.js'

const reply = Array.from({ length: 40 }, (_, index) => `word${String(index)}`).join(' ')
/** 12 seconds: longer than a takeover takes. */
const model = `scripted:?reply=${encodeURIComponent(reply)}&chunks=40&delayMs=300`

interface Instance extends Launched {
  readonly url: string
}

// needs `.ci/postgres.sh .ci/redis.sh`: only PostgreSQL can be shared
;(testServer() === undefined || testRedis() === undefined ? describe.skip : describe)(
  'an instance that ends in the middle of a reply',
  () => {
    let redis: RedisServer
    let processes: Processes
    let worker: Launched
    let there: Instance
    let people = 0
    const opened: Instance[] = []

    beforeAll(async () => {
      redis = await RedisServer.start()
      processes = await Processes.create()
      const env = { ROLES: 'office', REDIS_URL: redis.url, AI_OFFICE_PORT: '0', OFFICE_CONCURRENCY: '1' }
      worker = processes.launch('main/main.ts', { env: { ...env, LOCAL_MODEL: model } })
      await worker.seen(/"name":"ready"/)
      there = await instance()
    })
    afterEach(() => {
      for (const { child } of opened.splice(0)) child.kill('SIGKILL')
    })
    afterAll(async () => {
      await processes.close()
      await redis.kill()
    })

    /** Without a worker of its own. */
    async function instance(fault?: string): Promise<Instance> {
      const nowhere = 'http://127.0.0.1:1'
      const env = { REDIS_URL: redis.url, AI_OFFICE_URL: nowhere, AI_CHARACTER_URL: nowhere }
      const script = fault === undefined ? 'main/main.ts' : 'test/support/instances/broken-instance.ts'
      const launched = processes.launch(script, { env, args: fault === undefined ? [] : [fault] })
      const port = await launched.seen(/"ports":\{"app":(\d+)\}.*"name":"ready"/)
      return { ...launched, url: `http://127.0.0.1:${port}` }
    }

    /** A reply of an instance that has text, followed on the other one. */
    async function runningReply(fault?: string) {
      const here = await instance(fault)
      opened.push(here)
      const person = await Person.register(here.url, `ada${String((people += 1))}`)
      const elsewhere = person.movedTo(there.url)
      const roomId = await person.room()
      const id = await person.say(roomId)
      // some of it is stored
      await watch(person, id, undefined, ({ offset, delta }) => offset + delta.length > 40)
      return { here, person, elsewhere, roomId, id, following: following(elsewhere, id) }
    }

    /** Its failure is that of the test which awaits it, also when that ends before. */
    function following(person: Person, id: string): Promise<WatchedEvent[]> {
      const events = watch(person, id)
      events.catch(() => undefined)
      return events
    }

    const stateOf = async (person: Person, id: string) => {
      const query = 'query ($id: ID!) { generation(id: $id) { status attempt text } }'
      return (await person.data(query, { id }))['generation']
    }

    /** What a follower of an uninterrupted reply must not see. */
    function faultsOf(events: readonly WatchedEvent[]): string[] {
      let length = 0
      const faults = events.flatMap(({ attempt, offset, delta, status }) => {
        const found = [
          attempt === 1 ? [] : ['another attempt'],
          offset === length ? [] : [`${offset < length ? 'a repeat' : 'a gap'} at ${String(length)}`],
          ['RUNNING', 'COMPLETED'].includes(status) ? [] : [status],
        ].flat()
        length = offset + delta.length
        return found
      })
      const text = events.map(({ delta }) => delta).join('')
      return [...faults, ...(text === reply ? [] : ['another text'])]
    }

    /** The reply was generated once, and is one entry. */
    async function expectWhole({ elsewhere, roomId, id, following }: Awaited<ReturnType<typeof runningReply>>) {
      expect(faultsOf(await following)).toEqual([])
      expect(await stateOf(elsewhere, id)).toEqual({ status: 'COMPLETED', attempt: 1, text: reply })
      expect((await logOf(elsewhere, roomId)).map(({ outputData }) => outputData)).toEqual([reply])
      expect(worker.output()).not.toContain('queue.job_dropped')
    }

    it('with kill -9, leaves it to another one, which also starts the replies that waited', async () => {
      const running = await runningReply()
      const next = await running.person.say(await running.person.room())
      running.here.child.kill('SIGKILL')
      await expectWhole(running)
      expect(faultsOf((await watch(running.elsewhere, next)).filter(({ status }) => status !== 'QUEUED'))).toEqual([])
    })

    it('with SIGTERM, hands it over at once and does not wait for its end', async () => {
      const running = await runningReply()
      running.here.child.kill('SIGTERM')
      expect(await running.here.ended).toBe(0)
      expect(await stateOf(running.elsewhere, running.id)).toMatchObject({ status: 'RUNNING', attempt: 1 })
      await expectWhole(running)
    })

    it('with SIGSTOP, changes nothing when it is resumed after another one has its reply', async () => {
      const running = await runningReply()
      const { here, person, id, elsewhere } = running
      const own = following(person, id)
      await watch(person, id, undefined, ({ offset, delta }) => offset + delta.length > 60)
      here.child.kill('SIGSTOP')
      const frozenAt = JSON.stringify(await stateOf(elsewhere, id))
      await until('the other one has more text', async () => JSON.stringify(await stateOf(elsewhere, id)) !== frozenAt)
      here.child.kill('SIGCONT')
      await expectWhole(running)
      expect(faultsOf(await own)).toEqual([])
      here.child.kill('SIGTERM')
      expect(await here.ended).toBe(0)
    })

    it.each([
      ['where a reply continues is not stored', 'SIGKILL'],
      ['a job ends with its reader', 'SIGTERM'],
    ] as const)('is found when %s', async (fault, signal) => {
      const { here, following } = await runningReply(fault)
      here.child.kill(signal)
      expect(faultsOf(await following)).toContain('another attempt')
    })
  },
)
