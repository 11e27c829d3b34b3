import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { foreignWords, hostedReply, refuse, streamAfter } from '../../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../../support/ai-workers/hosted-server.js'
import { Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { folded, watch } from '../../support/app/watch.js'
import { openaiOf } from '../../support/replies/openai-client.js'

const keys = { local: 'hush-local', mine: 'hush-mine', common: 'hush-common' }
const ports = { AI_GATEWAY_PORT: '0', AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0', CHATLOG_PORT: '0' }
const fields = '{ status text error { code } receipt { model promptTokens replyTokens finish } }'
const hello = [{ role: 'user' as const, content: 'Hello' }]

let processes: Processes
let engine: HostedServer
let other: HostedServer
let common: HostedServer
let started: Started
let gateway: Person
let ada: Person

beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
  engine = await HostedServer.open()
  other = await HostedServer.open()
  common = await HostedServer.open()
  const aliases = {
    'hosted4.1': 'good',
    mine: { model: 'good', baseUrl: other.url, apiKeyEnv: 'HOSTED_MINE_KEY' },
    open: { model: 'plain', baseUrl: other.url },
    refused: { model: 'refused_401', baseUrl: other.url, apiKeyEnv: 'HOSTED_MINE_KEY' },
  }
  started = await processes.start({
    ...ports,
    ROLES: 'app,gateway,office,character',
    LOCAL_MODEL: `openai:${engine.url}#slowly`,
    LOCAL_MODEL_API_KEY: keys.local,
    HOSTED_BASE_URL: common.url,
    HOSTED_API_KEY: keys.common,
    HOSTED_MODELS: JSON.stringify(aliases),
    HOSTED_MINE_KEY: keys.mine,
    LOG_LEVEL: 'debug',
  })
  gateway = new Person(`http://127.0.0.1:${String(started.ports['gateway'])}`)
  ada = await Person.register(started.url, 'ada')
  await ready()
})
afterAll(async () => {
  await processes.close()
  for (const each of [engine, other, common]) await each.close()
})
beforeEach(() => {
  for (const each of [engine, other, common]) {
    each.asked.length = 0
    each.answerAll = undefined
  }
})

const health = async (kind: string) => (await gateway.rest('GET', `/${kind}/health/ready`)).status
const ready = async (status = 200) => {
  for (const kind of ['office', 'character']) while ((await health(kind)) !== status);
}
const read = async (id: string) =>
  (await ada.data(`query ($id: ID!) { generation(id: $id) ${fields} }`, { id }))['generation']

describe('a server whose local model is at an inference server', () => {
  it('streams a reply in GraphQL, with the receipt of the server', async () => {
    const roomId = await ada.room('chat')
    let hearFirst: () => void = () => undefined
    engine.answerAll = streamAfter(new Promise((resolve) => (hearFirst = resolve)))
    const id = await ada.say(roomId, 'Hello')
    const events = await watch(ada, id, undefined, ({ delta }) => {
      if (delta !== '') hearFirst()
      return false
    })
    expect(folded(events)).toBe(hostedReply)
    expect(events.filter(({ delta }) => delta !== '').length).toBeGreaterThan(1)
    const receipt = { model: 'slowly', promptTokens: 40, replyTokens: 4, finish: 'stop' }
    expect(await read(id)).toEqual({ status: 'COMPLETED', text: hostedReply, error: null, receipt })
    expect(engine.asked[0]?.headers.authorization).toBe(`Bearer ${keys.local}`)
    expect(engine.asked[0]?.body).toMatchObject({ model: 'slowly', max_tokens: 2_048, top_k: 40 })
  })

  it('answers on the documented routes of both services', async () => {
    expect((await gateway.rest('POST', '/office/Local', { input_data: 'Hello' })).body).toBe(hostedReply)
    const character = { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' }
    expect((await gateway.rest('POST', '/character/Local', character)).body).toBe(hostedReply)
    expect((await gateway.rest('GET', '/office/performance')).body).toMatchObject({ model_state: 'ready' })
    expect(engine.asked).toHaveLength(2)
  })

  it('streams over /v1, where the model has its usual name', async () => {
    const client = await openaiOf(ada)
    const models = []
    for await (const { id } of client.models.list()) models.push(id)
    expect(models.slice(0, 5)).toEqual(['local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini', 'mine'])
    const stream = await client.chat.completions.create({
      model: 'local',
      messages: hello,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let tokens
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? ''
      tokens = usage ?? tokens
    }
    expect([text, tokens]).toMatchObject([hostedReply, { prompt_tokens: 40, completion_tokens: 4 }])
  })

  it('loads no engine of its own', () => {
    const maps = `/proc/${String(started.workerPid('office'))}/maps`
    expect(existsSync(maps)).toBe(process.platform === 'linux')
    if (process.platform === 'linux') expect(readFileSync(maps, 'latin1')).not.toMatch(/node-llama-cpp|ggml/)
  })

  it('cancels a reply at the inference server', async () => {
    engine.answerAll = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    const id = await ada.say(await ada.room(), 'Hello')
    await until('the server has the request', () => engine.asked.length > 0)
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })
    await engine.asked[0]?.closed
    engine.answerAll = undefined
    expect(await read(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('is not ready without it, keeps its replies waiting, and comes back with it', async () => {
    engine.models = refuse(401)
    await ready(503)
    expect((await gateway.rest('GET', '/office/performance')).body).toMatchObject({ model_state: 'key_refused' })
    expect((await gateway.rest('POST', '/office/Local', { input_data: 'Hello' })).status).toBe(503)
    const id = await ada.say(await ada.room(), 'Hello')
    await watch(ada, id, undefined, ({ position }) => position === 1)
    const client = await openaiOf(ada)
    const completion = client.chat.completions.create({ model: 'local', messages: hello })
    expect(engine.asked).toEqual([])
    engine.models = modelList({ id: 'slowly' })
    expect((await completion).choices[0]?.message.content).toBe(hostedReply)
    await watch(ada, id)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', text: hostedReply })
    await ready()
  })
})

describe('hosted models at servers of their own', () => {
  const ask = async (alias: string) => (await gateway.rest('POST', `/office/${alias}`, { input_data: 'Hello' })).body

  it('each receive their own key, and never the common one', async () => {
    expect([await ask('mine'), await ask('open'), await ask('hosted4.1')]).toEqual(Array(3).fill(hostedReply))
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${keys.mine}`, undefined])
    expect(common.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${keys.common}`])
    const { models } = await ada.data('{ models { name available } }')
    expect(models).toContainEqual({ name: 'open', available: true })
  })

  it('are named in the log when they fail', async () => {
    expect(await ask('refused')).toBe('Hosted API error: 401, the key was refused')
    expect(await started.seen(/("model":"refused").*"name":"generation.attempt_failed"/)).toBe('"model":"refused"')
  })
})

it('writes no key and no text of a server into its log, its address only where it is away, and ignores no variable', async () => {
  expect(await started.seen(/"(model_server.unavailable)"/)).toBe('model_server.unavailable')
  for (const secret of ['hush', foreignWords]) expect(started.output()).not.toContain(secret)
  const lines = started.output().split('\n')
  // the operator must see which address was asked
  const others = lines.filter((line) => !line.includes('"model_server.unavailable"')).join('\n')
  expect(lines.join('\n')).toContain(`"address":"${engine.url}/`)
  for (const { port } of [engine, other, common]) expect(others).not.toContain(`127.0.0.1:${String(port)}`)
  expect(started.output()).not.toContain('setting.ignored')
})
