import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { openaiOf } from '../support/replies/openai-client.js'

/** A reachable worker whose model is loaded when a test says so. */
class StandIn {
  isReady = false
  readonly #server = createServer((request, response) => {
    response.writeHead(request.url === '/health/ready' && this.isReady ? 200 : 503).end()
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const workers = { office: new StandIn(), character: new StandIn() }
const opened: TestApp[] = []
beforeAll(async () => {
  const places = { AI_OFFICE_URL: await workers.office.open(), AI_CHARACTER_URL: await workers.character.open() }
  for (const more of [{}, { HOSTED_API_KEY: 'k' }]) opened.push(await createTestApp({ env: { ...places, ...more } }))
})
afterAll(async () => {
  for (const app of opened) await app.close()
  workers.office.close()
  workers.character.close()
})

const create = `mutation { createCharacter(input: { name: "Grace", visibility: PRIVATE }) { character { id } } }`

/** The lists of both apps; the first app has no key for hosted models. */
async function listed(): Promise<string[][]> {
  return Promise.all(
    clients.map(async (client) => (await client.models.list()).data.map(({ id }) => id.replace(/\d+$/, 'N'))),
  )
}

let clients: Awaited<ReturnType<typeof openaiOf>>[] = []

describe('GET /v1/models', () => {
  it('lists models with a running worker, and hosted aliases with a key, with the facts of the other lists', async () => {
    clients = await Promise.all(
      opened.map(async (app) => {
        const person = await app.person()
        await person.data(create)
        return openaiOf(person)
      }),
    )
    const aliases = ['hosted4o_mini', 'hosted4.1', 'hosted4.1_mini'].map((name) => name.replace(/\d+$/, 'N'))
    const listsAre = (sentence: string, lists: string[][]) =>
      until(sentence, async () => JSON.stringify(await listed()) === JSON.stringify(lists))
    await listsAre('nothing without workers', [[], []])
    workers.character.isReady = true
    await listsAre('characters alone', [['character/N'], ['character/N']])
    workers.office.isReady = true
    await listsAre('everything, hosted aliases with a key alone', [
      ['local', 'character/N'],
      ['local', ...aliases, 'character/N'],
    ])
    const [, withKey] = opened
    const person = await withKey?.person()
    const selection = 'name label vision tools thoughts webSearch contextTokens'
    const { models } = (await person?.data(`{ models { ${selection} } }`)) ?? {}
    const row = { vision: false, tools: true, thoughts: false, webSearch: false, contextTokens: null }
    const names = ['Local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini']
    expect(models).toEqual(names.map((name) => ({ name, label: name, ...row })))
    expect((await person?.rest('GET', '/api/models'))?.body).toMatchObject(models as object[])
    const shown = (await clients[1]?.models.list())?.data.filter(({ id }) => !id.startsWith('character/'))
    expect(shown).toMatchObject(
      names.map((name) => ({ name, vision: false, tools: true, thoughts: false, context_length: null })),
    )
    workers.character.isReady = false
    await listsAre('no characters', [['local'], ['local', ...aliases]])
  })
})
