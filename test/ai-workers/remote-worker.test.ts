import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Listener, openListener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { generationsRoute } from '../../ai-workers/remote/generations-route.js'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import { encodeLine, generationsPath } from '../../ai-workers/remote/wire.js'
import type { Express } from 'express'
import type { ReplyGenerator, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { limits } from '../../src/limits.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { ServerProxy, until } from '@parley/testing'
import { Reading } from '../contracts/reading.js'
import { fold, replyJob } from '../contracts/reply-fixture.js'

const logger = createLogger('silent')
const away = { code: 'UNAVAILABLE', part: 'model', retryAfterMs: undefined }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A real worker behind its real route. */
async function openWorker(script: string, beatMs: number): Promise<Listener> {
  const backends = new Map([['Local', new ScriptedBackend(parseScript(script))]])
  const worker = new ReplyWorker({ kind: 'office', backends, logger })
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger,
    ready: () => true,
    mount: (app) => app.post(generationsPath, generationsRoute(worker, logger, { beatMs })),
  })
  closing.push(async () => {
    await worker.close()
    await listener.close()
  })
  return listener
}

/** A server that is not a worker. */
async function openServer(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

function read(port: number, silenceMs?: number): Reading {
  const url = new URL(`http://127.0.0.1:${String(port)}`)
  const generator = new HttpReplyGenerator({ url, ...(silenceMs === undefined ? {} : { silenceMs }) })
  return new Reading(generator, replyJob('Local'))
}

describe('a worker in another process', () => {
  it.each([
    ['an hour ahead', 3_600_000, true, 'completed'],
    ['an hour behind', -3_600_000, true, 'completed'],
    // of an earlier release, whose clock must agree
    ['ahead', 60_000, false, 'completed'],
    ['behind', -60_000, false, 'failed'],
  ])('gives a job of a process that is %s its time', async (_how, byMs, hasSentAt, outcome) => {
    const { port } = await openWorker('scripted:?reply=hello', 5_000)
    const sentAt = Date.now() + byMs
    const times = { deadline: sentAt + 30_000, acceptedAt: sentAt, ...(hasSentAt ? { sentAt, clock: sentAt } : {}) }
    const response = await fetch(`http://127.0.0.1:${String(port)}${generationsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...replyJob('Local'), ...times }),
    })
    const lines = (await response.text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'end', outcome })
  })

  it('stays connected while its model is busy', async () => {
    const { port } = await openWorker('scripted:?reply=late&chunks=1&firstDelayMs=600', 20)
    expect(fold(await read(port, 200).all())).toBe('late')
  })

  it('counts as lost when it falls silent', async () => {
    const { port } = await openWorker('scripted:?stallAt=1', 60_000)
    await expect(read(port, 100).all()).rejects.toMatchObject(away)
  })

  it('counts as lost when it vanishes without an end of its connections, and the next job runs at its new address', async () => {
    const [gone, moved] = [
      await openWorker('scripted:?reply=one two&chunks=2&stallAt=2', 20),
      await openWorker('scripted:?reply=done&chunks=1', 20),
    ]
    const at = ({ port }: Listener) => `http://127.0.0.1:${String(port)}`
    const proxy = await ServerProxy.open(at(gone))
    closing.unshift(() => proxy.cut())
    const generator = new HttpReplyGenerator({ url: new URL(proxy.url), silenceMs: 1_000 })
    const reading = new Reading(generator, replyJob('Local'))
    await reading.untilText()
    proxy.target = new URL(at(moved))
    proxy.lose()
    await expect(reading.all()).rejects.toMatchObject(away)
    expect(fold(await new Reading(generator, replyJob('Local')).all())).toBe('done')
  })

  describe('whose main process vanishes', () => {
    async function openWatching(script: string, lostMs: number) {
      const backends = new Map([['Local', new ScriptedBackend(parseScript(script))]])
      const worker = new ReplyWorker({ kind: 'office', backends, logger })
      const mount = (app: Express) => app.post(generationsPath, generationsRoute(worker, logger, { lostMs }))
      const listener = await openListener({ host: '127.0.0.1', port: 0, logger, ready: () => true, mount })
      closing.push(async () => {
        await worker.close()
        await listener.close()
      })
      return { worker, server: listener.server, url: `http://127.0.0.1:${String(listener.port)}` }
    }

    it('cancels its job, and can run the next one', async () => {
      const { worker, server, url } = await openWatching('scripted:?chunks=10000&delayMs=20', 1_000)
      const sockets: Socket[] = []
      server.on('connection', (socket) => sockets.push(socket))
      const proxy = await ServerProxy.open(url)
      closing.unshift(() => proxy.cut())
      const reading = new Reading(new HttpReplyGenerator({ url: new URL(proxy.url), lifeMs: 50 }), replyJob('Local'))
      await reading.untilText()
      const read = sockets[0]?.bytesRead ?? 0
      await until('the worker has received a sign of life', () => (sockets[0]?.bytesRead ?? 0) > read)
      expect(worker.report().running).toBe(1)
      proxy.lose()
      await until('the worker runs no job', () => worker.report().running === 0)
      expect(sockets[0]?.destroyed).toBe(true)
      reading.cancel()
    })

    it('ends no job of one that has never sent a sign of life, as of an earlier release', async () => {
      const { url } = await openWatching('scripted:?chunks=20&delayMs=20&reply=abcdefghijklmnopqrst', 20)
      const reading = new Reading(new HttpReplyGenerator({ url: new URL(url), lifeMs: 3_600_000 }), replyJob('Local'))
      expect(await reading.outcome()).toBe('completed')
    })

    it('gets further jobs on a connection that had signs of life', async () => {
      const { server, url } = await openWatching('scripted:?chunks=20&delayMs=20&reply=abcdefghijklmnopqrst', 60_000)
      const sockets: Socket[] = []
      server.on('connection', (socket) => sockets.push(socket))
      const generator = new HttpReplyGenerator({ url: new URL(url), lifeMs: 10 })
      let jobs = 0
      await until('a job uses the connection of an earlier one', async () => {
        expect(fold(await new Reading(generator, replyJob('Local')).all())).toBe('abcdefghijklmnopqrst')
        jobs += 1
        return sockets.length < jobs
      })
    })
  })

  it('is unavailable when no server listens', async () => {
    const { port, close } = await openWorker('scripted:', 60_000)
    await close()
    await expect(read(port).all()).rejects.toMatchObject(away)
  })

  it.each<[string, RequestListener]>([
    [
      'breaks off in the middle of a line',
      (_, response) => void response.write('{"kind":"sta', () => response.destroy()),
    ],
    ['ends without an end', (_, response) => void response.end(encodeLine({ kind: 'started' }))],
    ['says what no worker says', (_, response) => void response.end('{"kind":"dance"}\n')],
    ['says what is no JSON', (_, response) => void response.end('<html>\n')],
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['asks for a token', (_, response) => void response.writeHead(401).end()],
  ])('is away when it %s', async (_statement, answer) => {
    await expect(read(await openServer(answer)).all()).rejects.toMatchObject(away)
  })

  it('runs the jobs of an older main process, which lack a bound, and of a newer one, which have more fields', async () => {
    const { port } = await openWorker('scripted:?reply=done&chunks=1&delayMs=0', 60_000)
    const message = '🚀'.repeat(20_000)
    const sent = { ...replyJob('Local', { message }), ofALaterRelease: { anything: [1] } }
    for (const more of [{}, { messageLimit: 20_000 }]) {
      const response = await fetch(`http://127.0.0.1:${String(port)}${generationsPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sent, ...more }),
      })
      expect(await response.text()).toContain('"delta":"done"')
    }
  })

  it('gets the whole image of a message, at its largest', async () => {
    const image = {
      contentType: 'image/webp',
      base64: 'A'.repeat(Math.ceil(limits.messageImageBytes / 3) * 4),
    } as const
    const jobs: ReplyJob[] = []
    const generator: ReplyGenerator = {
      async *generate(job) {
        jobs.push(job)
        yield await Promise.resolve({ kind: 'end', outcome: 'completed' } as const)
      },
    }
    const mount = (app: Express) => app.post(generationsPath, generationsRoute(generator, logger))
    const listener = await openListener({ host: '127.0.0.1', port: 0, logger, ready: () => true, mount })
    closing.push(() => listener.close())
    const url = new URL(`http://127.0.0.1:${String(listener.port)}`)
    await new Reading(new HttpReplyGenerator({ url }), replyJob('Local', { image })).all()
    expect(jobs).toMatchObject([{ image }])
  })

  it('gets further jobs on the same connections, and a cancelled job closes its own', async () => {
    const sockets: Socket[] = []
    const port = await openServer(({ socket }, response) => {
      sockets.push(socket)
      response.write(encodeLine({ kind: 'started' }))
      if (isStalled) return
      response.write(encodeLine({ kind: 'end', outcome: 'completed' }))
      // a proxy, or another packet, may part the end of the answer from its last line
      setTimeout(() => response.end(), 20)
    })
    let isStalled = false
    const generator = new HttpReplyGenerator({ url: new URL(`http://127.0.0.1:${String(port)}`) })
    await until('a job uses the connection of an earlier one', async () => {
      await new Reading(generator, replyJob('Local')).all()
      return new Set(sockets).size < sockets.length
    })
    isStalled = true
    for await (const { kind } of generator.generate(replyJob('Local'), new AbortController().signal))
      if (kind === 'started') break
    await until('its connection is closed', () => sockets.at(-1)?.destroyed === true)
  })

  it('is unavailable when its answer is not HTTP after its head', async () => {
    const port = await openServer(({ socket }) => {
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n')
    })
    await expect(read(port).all()).rejects.toMatchObject(away)
  })

  it('gets requests with the service token', async () => {
    const seen: (string | undefined)[] = []
    const port = await openServer(({ headers }, response) => {
      seen.push(headers.authorization)
      response.end(encodeLine({ kind: 'end', outcome: 'completed' }))
    })
    const url = new URL(`http://127.0.0.1:${String(port)}`)
    const generator = new HttpReplyGenerator({ url, serviceToken: 'open sesame' })
    await new Reading(generator, replyJob('Local')).all()
    expect(seen).toEqual(['Bearer open sesame'])
  })
})
