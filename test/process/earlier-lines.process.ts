import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { TinyModels } from '../support/ai-workers/tiny-models.js'

const run = promisify(execFile)
const anyPort = {
  CHATLOG_PORT: '0',
  AI_GATEWAY_PORT: '0',
  AI_OFFICE_PORT: '0',
  AI_CHARACTER_PORT: '0',
  AI_LEGACY_PORT: '0',
}
const said = { input_data: 'Hello' }

let models: TinyModels
let processes: Processes
let server: Started
beforeAll(async () => {
  models = new TinyModels()
  const [local, korean] = [await models.file({ seed: 1 }), await models.file({ seed: 2 })]
  processes = await Processes.create()
  server = await processes.start({
    ...anyPort,
    ROLES: 'app,chatlog,gateway,office,character',
    IMAGE_HOST: 'img.example',
    LOCAL_MODEL: local,
    KOREAN_MODEL: korean,
    CONTEXT_SIZE: '1024',
    OFFICE_SAMPLING: '{"maxTokens":24}',
    CHARACTER_SAMPLING: '{"maxTokens":24}',
  })
  // both workers have loaded their models
  const ready = async (role: string) => (await at(role).rest('GET', '/health/ready')).status === 200
  for (const role of ['office', 'character']) await until(`${role} is ready`, () => ready(role))
})
afterAll(async () => {
  await processes.close()
  await models.remove()
})

const at = (role: string) => new Person(`http://127.0.0.1:${String(server.ports[role])}`)
const curl = async (path: string, body: object) => {
  const url = `http://127.0.0.1:${String(server.ports['legacy'])}${path}`
  const { stdout } = await run('curl', ['-sS', '-N', '-i', '-d', JSON.stringify(body), '-H', 'Content-Type:', url])
  const [head = '', text = ''] = stdout.split(/\r\n\r\n(.*)/s)
  return { head, text }
}

describe('the whole program with AI_LEGACY_PORT', () => {
  it('reports its addresses', () => {
    expect(server.output()).toContain(`"legacy":"http://127.0.0.1:${String(server.ports['legacy'])}"`)
  })

  it('streams replies of real models, each loaded once', async () => {
    const image = 'https://img.example/thumbnail?id=1'
    const sheet = { ...said, character_name: 'Bo', greeting: 'Ahoy!', context: 'A sailor.', image }
    const answers = await Promise.all([curl('/Local_stream', said), curl('/Roleplay_stream', sheet)])
    for (const { head, text } of answers) {
      expect(head).toMatch(/^HTTP\/1.1 200 OK/)
      expect(text).not.toMatch(/^(Error: |$)/)
    }
    const events = await curl('/office_sse', said)
    expect(events.head).toContain('Content-Type: text/event-stream\r\n')
    expect(events.text).toMatch(/^(data: .*\n)+\n/)
    const both = await Promise.all([1, 2].map(() => at('legacy').rest('POST', '/office_stream', said)))
    for (const { body } of both) expect(body).toEqual({ response: expect.not.stringMatching(/^(Error: |$)/) })
    const loaded = server.output().match(/"kind":"character","model":"[^"]*"/g)
    expect(new Set(loaded).size).toBe(2)
    expect(loaded).toHaveLength(2)
  })

  it('keeps the models of earlier lines from the latest one', async () => {
    const sheet = { ...said, character_name: 'Bo', greeting: '', context: '' }
    expect((await at('gateway').rest('POST', '/character/Korean', sheet)).status).toBe(400)
    const ada = await Person.register(server.url, 'ada')
    expect(JSON.stringify(await ada.data('{ models { name } }'))).not.toMatch(/Korean|Roleplay/)
  })

  it('reads the history of a room from the chat logs', async () => {
    const { body } = await at('chatlog').rest('POST', '/doclog/office/create', { user_id: 'guest1' })
    const { id } = body as { id: string }
    const ask = (db_id: string) => at('legacy').rest('POST', '/office_stream', { ...said, db_id, user_id: 'guest1' })
    expect(Object.keys((await ask(id)).body as object)).toEqual(['response'])
    expect(server.output()).not.toContain('history.load_failed')
    expect((await ask('6f1c5e0e-9d1b-4f0c-8a5e-3d2c1b0a9f8e')).status).toBe(200)
    expect(await server.seen(/"(history.load_failed)"/)).toBe('history.load_failed')
  })

  it('lists its stores', async () => {
    const { body } = await at('legacy').rest('GET', '/doclog/db')
    const [database = ''] = (body as { Database: string[] }).Database
    const path = processes.mongodbUrl === undefined ? 'chatlog' : new URL(processes.mongodbUrl).pathname.slice(1)
    expect(database).toBe(path)
    const collections =
      processes.mongodbUrl === undefined ? ['chatbot', 'office'] : ['log_rooms', 'log_entries', 'owners']
    expect((await at('legacy').rest('GET', `/doclog/collections?db_name=${database}`)).body).toEqual({
      Collections: collections,
    })
  })
})
