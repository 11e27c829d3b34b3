import { afterAll, beforeAll, describe } from '@jest/globals'
import { replyGeneratorContract } from '../contracts/reply-generator.js'
import { QueueFixture } from '../support/instances/queue-fixture.js'
import { RedisServer, testRedis } from '../support/instances/redis.js'

// a server of its own: other suites have queues on the shared one
;(testRedis() === undefined ? describe.skip : describe)('the queue in Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server.kill())

  replyGeneratorContract('through Redis', async ({ scripts, ...setup }) => {
    const fixture = new QueueFixture(server.url, scripts)
    const { concurrency, search } = setup
    const worker = await fixture.worker({ ...(concurrency === undefined ? {} : { concurrency }), search })
    const generator = await fixture.instance(setup)
    return { generator, isShared: true, drain: () => worker.drain(), close: () => fixture.close() }
  })
})
