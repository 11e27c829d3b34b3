import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { testServer } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { watch } from '../../support/app/watch.js'
import { testFaketime } from '../../support/instances/faketime.js'
import { RedisServer, testRedis } from '../../support/instances/redis.js'

const library = testFaketime()
const nowhere = 'http://127.0.0.1:1'

// needs `.ci/postgres.sh .ci/redis.sh .ci/faketime.sh`
;(testServer() === undefined || testRedis() === undefined || library === undefined ? describe.skip : describe)(
  'machines whose clocks differ by an hour',
  () => {
    let redis: RedisServer
    let processes: Processes
    beforeEach(async () => {
      redis = await RedisServer.start()
      processes = await Processes.create()
    })
    afterEach(async () => {
      await processes.close()
      await redis.kill()
    })

    const clockOf = (by: number) => {
      if (by === 0) return {}
      const offset = `${by < 0 ? '' : '+'}${String(by)}s`
      return {
        LD_PRELOAD: library ?? '',
        FAKETIME: offset,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      }
    }
    const instance = (by: number) => {
      const workers = { LOCAL_MODEL: '', AI_OFFICE_URL: nowhere, AI_CHARACTER_URL: nowhere }
      return processes.start({ JWT_SECRET: 's'.repeat(64), REDIS_URL: redis.url, ...workers, ...clockOf(by) })
    }
    const worker = async (by: number) => {
      const LOCAL_MODEL = 'scripted:?reply=one%20two%20three%20four&chunks=4&delayMs=1000'
      const env = { ROLES: 'office', REDIS_URL: redis.url, AI_OFFICE_PORT: '0', LOCAL_MODEL, ...clockOf(by) }
      const launched = processes.launch('main/main.ts', { env })
      const port = await launched.seen(/"port":(\d+).*"name":"ready"/)
      return { ...launched, url: `http://127.0.0.1:${port}` }
    }
    const readiness = async (url: string) => {
      const response = await fetch(`${url}/health/ready`)
      return [response.status, await response.text()]
    }

    it.each([3_600, -3_600])('by %s s end no reply; one that is wrong alone is not ready', async (by) => {
      const wrongWorker = await worker(by)
      const right = await instance(0)
      const ada = await Person.register(right.url, 'ada')
      const roomId = await ada.room()
      const first = watch(ada, await ada.say(roomId))
      const wrong = await instance(by)
      await wrong.seen(/"name":"(instance\.suspended)"/)
      expect(await readiness(wrong.url)).toEqual([503, expect.stringContaining('The clock of this machine is 3')])
      expect((await first).at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 1 })
      // a session of either is one of both
      const there = ada.movedTo(wrong.url)
      expect(await there.data('{ me { username } }')).toEqual({ me: { username: 'ada' } })
      const ben = (await Person.register(wrong.url, 'ben')).movedTo(right.url)
      expect(await ben.data('{ me { username } }')).toEqual({ me: { username: 'ben' } })
      await worker(0)
      await wrongWorker.seen(/"name":"(worker\.suspended)"/)
      expect((await readiness(wrongWorker.url))[0]).toBe(503)
      expect((await watch(ada, await ada.say(roomId))).at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 1 })
      expect(right.output()).not.toContain('"name":"clock.')
    })
  },
)
