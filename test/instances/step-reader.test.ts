import { describe, expect, it } from '@jest/globals'
import { StepReader } from '../../ai-workers/shared-queue/step-reader.js'
import { eventually } from '../support/app/eventually.js'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'

;(testRedis() === undefined ? describe.skip : describe)('a reader of steps', () => {
  it('gives the entries of an earlier stream to no later follower of its name', async () => {
    const server = await RedisServer.start()
    const [control, blocking, client] = [server.url, server.url, server.url].map(redisClient)
    if (!control || !blocking || !client) throw new Error('there are three')
    const reader = new StepReader(control, blocking)
    const received: string[] = []
    const follower = (name: string) => ({
      stream: 'steps',
      lastEntry: '0-0',
      receive: (_run: string, step: string) => void received.push(`${name}: ${step}`),
    })
    const [first, second] = [follower('first'), follower('second')]
    reader.follow(first)
    await eventually('it waits for steps', async () => String(await client.client('LIST')).includes('cmd=xread'))
    // in one tick: the read that began for the first one returns the old entry
    const replaced = [client.xadd('steps', '*', 'run', 'a', 'step', 'old'), client.del('steps')]
    reader.unfollow(first)
    reader.follow(second)
    await Promise.all(replaced)
    await client.xadd('steps', '*', 'run', 'b', 'step', 'new')
    await eventually('the new entry is read', () => received.length > 0)
    expect(received).toEqual(['second: new'])
    await reader.close()
    control.disconnect()
    client.disconnect()
    await server.kill()
  })
})
