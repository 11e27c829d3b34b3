import { describe, expect, it } from '@jest/globals'
import { bullPrefix, failFastRedis, StepReader } from '@parley/redis-queue'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
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
    await until('it waits for steps', async () => String(await client.client('LIST')).includes('cmd=xread'))
    // in one tick: the read that began for the first one returns the old entry
    const replaced = [client.xadd('steps', '*', 'run', 'a', 'step', 'old'), client.del('steps')]
    reader.unfollow(first)
    reader.follow(second)
    await Promise.all(replaced)
    await client.xadd('steps', '*', 'run', 'b', 'step', 'new')
    await until('the new entry is read', () => received.length > 0)
    expect(received).toEqual(['second: new'])
    await reader.close()
    control.disconnect()
    client.disconnect()
    await server.kill()
  })

  it('reads a new stream at once when another server has replaced one whose clock was ahead', async () => {
    const server = await RedisServer.start()
    const client = redisClient(server.url)
    const control = redisClient(server.url)
    const blocking = failFastRedis(server.url, createLogger('silent'))
    let disconnects = 0
    blocking.on('close', () => (disconnects += 1))
    // only an entry ends a read, or the reader itself after a long silence
    const isLimit = (words: readonly unknown[], index: number) => words[index - 1] === 'BLOCK'
    const xread = (...words: (string | number)[]) =>
      blocking.call('XREAD', ...words.map((word, index) => (isLimit(words, index) ? 0 : word)))
    const reader = new StepReader(control, Object.assign(blocking, { xread }))
    const received: string[] = []
    const follow = (stream: string) =>
      reader.follow({ stream, lastEntry: '0-0', receive: (_run, step) => void received.push(step) })
    const waits = () =>
      until('it waits for steps', async () =>
        /flags=b .*cmd=xread/.test(String(await client.client('LIST').catch(() => ''))),
      )
    const reads = async (stream: string) => {
      await waits()
      follow(stream)
      await client.xadd(stream, '*', 'run', 'a', 'step', stream)
      await until(`${stream} is read`, () => received.includes(stream))
    }
    follow('none')
    await reads('first')
    await waits()
    const [wakes = ''] = await client.keys(`${bullPrefix}:replies:wake:*`)
    await client.xadd(wakes, '9999999999999-0', 'wake', '')
    await server.kill()
    await server.restart()
    await waits()
    const before = disconnects
    await reads('second')
    expect(disconnects).toBe(before)
    await reader.close()
    control.disconnect()
    client.disconnect()
    await server.kill()
  })
})
