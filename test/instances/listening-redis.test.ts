import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { listeningRedis, resendingRedis } from '@parley/redis-queue'
import { until } from '@parley/testing'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'

;(testRedis() === undefined ? describe.skip : describe)('a connection that listens to a channel', () => {
  it('listens again after a reconnection, and can end at that moment without an unhandled rejection', async () => {
    const server = await RedisServer.start()
    const log = createLogger('silent')
    const client = redisClient(server.url)
    const redis = resendingRedis(server.url, log)
    const listener = listeningRedis(redis, 'ends', log)
    const received: string[] = []
    listener.on('message', (_channel, text) => received.push(text))
    const hears = (text: string) =>
      until(`it hears ${text}`, async () => {
        await client.publish('ends', text)
        return received.includes(text)
      })
    await hears('first')
    await server.kill()
    await server.restart()
    await hears('second')

    await server.kill()
    await server.restart()
    await once(listener, 'ready')
    listener.disconnect()
    // its SUBSCRIBE gets no answer
    listener.stream.destroy()
    await once(listener, 'end')
    expect(listener.status).toBe('end')
    redis.disconnect()
    client.disconnect()
    await server.kill()
  })
})
