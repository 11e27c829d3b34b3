import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { lossMs } from '../../../ai-workers/shared-queue/queued-reply-generator.js'
import { HostedServer } from '../../support/ai-workers/hosted-server.js'
import { at, Person } from '../../support/app/person.js'
import { Processes, type Launched, type Started } from '../../support/app/processes.js'
import { watch } from '../../support/app/watch.js'
import { noise } from '../../support/images/pictures.js'
import { RedisServer, testRedis } from '../../support/instances/redis.js'
import { newKey } from '../../support/replies/openai-client.js'

const reply = Array.from({ length: 40 }, (_, index) => `word${String(index)}`).join(' ')

interface Generation {
  readonly status: string
  readonly attempt: number
  readonly queueReason: string | null
  readonly text: string
  readonly entry: { readonly outputData: string } | null
}

;(testRedis() === undefined ? describe.skip : describe)('an installation with workers that have no address', () => {
  let redis: RedisServer
  let hosted: HostedServer
  let HOSTED_MODELS: string
  let processes: Processes
  let server: Started
  let ada: Person
  let roomId: string

  beforeAll(async () => {
    redis = await RedisServer.start()
    processes = await Processes.create()
    hosted = await HostedServer.open()
    HOSTED_MODELS = JSON.stringify({ seer: { model: 'good', baseUrl: hosted.url, vision: true } })
    const env = { ROLES: 'app,gateway', LOCAL_MODEL: '', HOSTED_MODELS, REDIS_URL: redis.url, AI_GATEWAY_PORT: '0' }
    server = await processes.start(env)
    ada = await Person.register(server.url, 'ada')
    roomId = await ada.room()
  })
  afterAll(async () => {
    await processes.close()
    await hosted.close()
    await redis.kill()
  })

  /** A worker whose replies need `ms` milliseconds. */
  async function worker(ms: number, more = ''): Promise<Launched> {
    const LOCAL_MODEL = `scripted:?reply=${encodeURIComponent(reply)}&chunks=40&delayMs=${String(ms / 40)}${more}`
    const env = { ROLES: 'office', REDIS_URL: redis.url, AI_OFFICE_PORT: '0', LOCAL_MODEL, HOSTED_MODELS }
    const launched = processes.launch('main/main.ts', { env })
    await launched.seen(/"name":"ready"/)
    return launched
  }
  const gateway = () => new Person(`http://127.0.0.1:${String(server.ports['gateway'])}`)
  const complete = async (key: string) => {
    const body = { model: 'local', messages: [{ role: 'user', content: 'Hello' }] }
    const headers = { authorization: `Bearer ${key}` }
    return new Person(server.url).rest('POST', '/v1/chat/completions', body, headers)
  }
  const performance = async () => {
    const { text } = await gateway().rest('GET', '/office/performance')
    return JSON.parse(text) as { total_requests: number; max_concurrent: number; running: number }
  }
  const generationOf = async (id: string) => {
    const query = 'query ($id: ID!) { generation(id: $id) { status attempt queueReason text entry { outputData } } }'
    return (await ada.data(query, { id }))['generation'] as Generation
  }
  /** Whether the server has noticed the loss of so many more jobs. */
  const lossOf = (jobs: number) => {
    const losses = () => server.output().split('"name":"queue.job_lost"').length
    const before = losses()
    return () => losses() >= before + jobs
  }
  const hasText = async (id: string) => (await generationOf(id)).text !== ''
  const hasEnded = async (id: string) => (await generationOf(id)).entry !== null
  const completed = { status: 'COMPLETED', text: reply, entry: { outputData: reply } }

  it('accepts a message while there is no worker, and replies when there is one', async () => {
    const id = await ada.say(roomId)
    await until('it waits', async () => (await generationOf(id)).queueReason === 'WORKER_AWAY')
    const only = await worker(40)
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject(completed)
    only.child.kill('SIGTERM')
    expect(await only.ended).toBe(0)
  })

  it('serves the documented routes at its gateway, with the counts of all workers', async () => {
    const both = [await worker(40), await worker(40)]
    await until('both workers are known', async () => (await performance()).max_concurrent === 2)
    const asked = Array.from({ length: 4 }, () => gateway().rest('POST', '/office/Local', { input_data: 'Hello' }))
    for (const { status, text } of await Promise.all(asked)) {
      expect([status, text]).toEqual([200, JSON.stringify(reply)])
    }
    await until('both workers have reported', async () => {
      const { total_requests: count, running } = await performance()
      return count === 4 && running === 0
    })
    expect(await performance()).toMatchObject({ success_rate: 100, max_concurrent: 2, waiting: 0, queue: [] })
    for (const { child } of both) child.kill('SIGTERM')
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0])
  })

  it('passes the image of a message to a worker, whose hosted model receives its bytes', async () => {
    const only = await worker(40)
    const form = new FormData()
    form.append('image', new Blob([await noise(30, 20).png().toBuffer()]), 'a.png')
    const imageId = at((await ada.rest('POST', '/images', form)).body, 'id')
    const stored = await fetch(`${server.url}/thumbnail?id=${imageId}`)
    const base64 = Buffer.from(await stored.arrayBuffer()).toString('base64')
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    const input = { roomId, text: 'What is this?', model: 'seer', imageId }
    const { sendMessage } = await ada.data(send, { input })
    const events = await watch(ada, at(sendMessage, 'generation', 'id'))
    expect(events.at(-1)?.status).toBe('COMPLETED')
    expect(hosted.asked.map(({ body }) => body.messages.at(-1)?.content as unknown)).toEqual([
      [
        { type: 'text', text: expect.stringMatching(/What is this\?$/) },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
      ],
    ])
    only.child.kill('SIGTERM')
    expect(await only.ended).toBe(0)
  })

  it('gives the reply of a killed worker to another one within 20 seconds', async () => {
    const first = await worker(30_000)
    const id = await ada.say(roomId)
    await until('it has text', () => hasText(id))
    const second = await worker(400)
    const isLost = lossOf(1)
    first.child.kill('SIGKILL')
    await until('its worker is lost', isLost)
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject(completed)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('runs a completion of a killed worker again if it had no text, and refuses it with 503 otherwise', async () => {
    const key = await newKey(ada)
    const lost = [await worker(40, '&firstDelayMs=60000'), await worker(40, '&stallAt=2')]
    const completions = [complete(key), complete(key)]
    await until('both run', async () => (await performance()).running === 2)
    const other = await worker(40)
    const areLost = lossOf(2)
    for (const { child } of lost) child.kill('SIGKILL')
    await until('their workers are lost', areLost)
    const [refused, answered] = (await Promise.all(completions)).toSorted((one, two) => two.status - one.status)
    expect(refused?.status).toBe(503)
    expect(answered).toMatchObject({ status: 200, text: expect.stringContaining(reply) })
    other.child.kill('SIGTERM')
    expect(await other.ended).toBe(0)
  })

  it('goes on with a reply when Redis has not answered for longer than a heartbeat may be missing', async () => {
    const only = await worker(6_000)
    const id = await ada.say(roomId)
    await until('it has text', () => hasText(id))
    const isLost = lossOf(1)
    redis.pause()
    await pause(lossMs + 1_000)
    redis.resume()
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject({ ...completed, attempt: 1 })
    expect(isLost()).toBe(false)
    only.child.kill('SIGTERM')
    expect(await only.ended).toBe(0)
  })

  it('shuts out a frozen worker that wakes up after another one has its job', async () => {
    const frozen = await worker(4_000)
    const id = await ada.say(roomId)
    await until('it has text', () => hasText(id))
    const isLost = lossOf(1)
    frozen.child.kill('SIGSTOP')
    const second = await worker(6_000)
    await until('its worker is lost', isLost)
    await until('the second one replies', async () => (await generationOf(id)).attempt === 2)
    frozen.child.kill('SIGCONT')
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject(completed)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    // the first one serves again
    const next = await ada.say(roomId)
    await until('the next reply is complete', () => hasEnded(next))
    expect(await generationOf(next)).toMatchObject(completed)
    frozen.child.kill('SIGTERM')
    expect(await frozen.ended).toBe(0)
  })

  it('ends its reply before it stops, and leaves the next one to another', async () => {
    const leaving = await worker(2_000)
    const id = await ada.say(roomId)
    await until('it has text', () => hasText(id))
    leaving.child.kill('SIGTERM')
    const otherRoom = await ada.room()
    const next = await ada.say(otherRoom)
    const other = await worker(40)
    await until('the next reply is complete', () => hasEnded(next))
    expect(await leaving.ended).toBe(0)
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject(completed)
    other.child.kill('SIGTERM')
    expect(await other.ended).toBe(0)
  })

  it('without Redis refuses only completions, and keeps messages until it is back', async () => {
    const only = await worker(40)
    const key = await newKey(ada)
    await redis.kill()
    expect((await complete(key)).status).toBe(503)
    const { status } = await gateway().rest('POST', '/office/Local', { input_data: 'Hello' })
    expect(status).toBe(503)
    const id = await ada.say(roomId)
    await until('it waits', async () => (await generationOf(id)).queueReason === 'WORKER_AWAY')
    expect(await generationOf(id)).toMatchObject({ status: 'QUEUED', text: '' })
    await redis.restart()
    await until('the reply is complete', () => hasEnded(id))
    expect(await generationOf(id)).toMatchObject(completed)
    only.child.kill('SIGTERM')
    expect(await only.ended).toBe(0)
  })
})
