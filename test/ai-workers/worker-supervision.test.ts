import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SilenceTimer } from '@parley/runtime'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import { encodeLine } from '../../ai-workers/remote/wire.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { Reading } from '../contracts/reading.js'
import { blockEventLoop } from '../support/app/block-event-loop.js'
import { WatchedChild } from '../support/ai-workers/watched-child.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function watchedChild(options: { pingMs: number; hangs?: boolean }) {
  const child = await WatchedChild.start(options)
  closing.push(() => child.stop())
  return child
}

describe('a process that was late itself', () => {
  it('ends no worker', async () => {
    const child = await watchedChild({ pingMs: 500 })
    blockEventLoop(5 * 500)
    await child.speaks(2)
    expect(child.workers.size).toBe(1)
  })

  it.each([
    { afterMs: 20, blockMs: 3_000 },
    { afterMs: 850, blockMs: 300 },
  ])('ends no reply of a worker that has spoken meanwhile (%o)', async ({ afterMs, blockMs }) => {
    const silenceMs = 1_000
    const server = createServer((_request, response) => {
      response.write(encodeLine({ kind: 'started' }))
      const speakAndBlock = () => {
        response.write(encodeLine({ kind: 'heartbeat' }))
        blockEventLoop(blockMs)
        setTimeout(() => response.end(encodeLine({ kind: 'end', outcome: 'completed' })), 10)
      }
      // timers that follow an immediate fire before the heartbeat is read
      setTimeout(() => setImmediate(speakAndBlock), afterMs)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const url = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
    const reading = new Reading(new HttpReplyGenerator({ url, silenceMs }), replyJob('Local'))
    expect((await reading.all()).at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
  })
})

describe('a process that is on time', () => {
  it('ends a worker that hangs, and starts another', async () => {
    const child = await watchedChild({ pingMs: 300, hangs: true })
    await child.speaks(1)
    expect(child.workers.size).toBe(2)
  })

  it('detects silence after the timeout', async () => {
    const begun = performance.now()
    await new Promise<void>((resolve) => void SilenceTimer.after(100, resolve))
    expect(performance.now() - begun).toBeGreaterThanOrEqual(99)
  })
})
