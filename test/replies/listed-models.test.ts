import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { course, TappedGenerator } from '../support/replies/tapped-generator.js'
import { openaiOf } from '../support/replies/openai-client.js'

/** A reachable worker whose model is loaded when a test says so. */
class StandIn {
  isReady = false
  thoughts: boolean | null = null
  /** Requests for its status. */
  reads = 0
  readonly #server = createServer((request, response) => {
    const { isReady, thoughts } = this
    const counts = { running: 0, waiting: 0, max_concurrent: 1 }
    if (request.url === '/performance') {
      this.reads += 1
      response.end(JSON.stringify({ ...counts, model_state: 'ready', context_tokens: null, thoughts }))
    } else response.writeHead(request.url === '/health/ready' && isReady ? 200 : 503).end()
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
    const selected = '{ models { name defaultFor } }'
    expect(await person?.data(selected)).toMatchObject({
      models: [{ defaultFor: ['OFFICE', 'CHARACTER'] }, {}, {}, {}],
    })
    workers.office.thoughts = true
    const thoughts = [true, false, false, false]
    const shownThoughts = async () => {
      const before = workers.office.reads
      const answer = await person?.data('{ models { thoughts contextTokens } }')
      expect(workers.office.reads).toBeLessThanOrEqual(before + 1)
      return (answer?.['models'] as { thoughts: boolean }[]).map((model) => model.thoughts)
    }
    await until('a list knows the thoughts of the worker', async () => (await shownThoughts()).includes(true))
    expect(await shownThoughts()).toEqual(thoughts)
    const [local, ...others] = (await clients[1]?.models.list())?.data ?? []
    expect(local).toMatchObject({ id: 'local', thoughts: true })
    expect(others).toMatchObject([...names.slice(1), 'character'].map(() => ({ thoughts: false })))
    workers.character.isReady = false
    await listsAre('no characters', [['local'], ['local', ...aliases]])
  })
})

describe('Model.memberships', () => {
  it('has the memberships that include a model, for administrators alone', async () => {
    const policy = join(mkdtempSync(join(tmpdir(), 'parley-')), 'policy.json')
    writeFileSync(policy, JSON.stringify({ BASIC: { models: ['Local'] }, VIP: {} }))
    const app = await createTestApp({ env: { HOSTED_API_KEY: 'k', MEMBERSHIP_POLICY_FILE: policy } })
    const query = '{ models { name memberships } }'
    const { models } = await (await app.admin()).data(query)
    expect(models).toMatchObject([
      { name: 'Local', memberships: ['BASIC', 'VIP'] },
      { name: 'hosted4o_mini', memberships: ['VIP'] },
      { memberships: ['VIP'] },
      { memberships: ['VIP'] },
    ])
    for (const caller of [await app.person(), app.stranger()]) {
      const { models: shown } = await caller.data(query)
      expect(shown).toMatchObject([{ memberships: null }, {}, {}, {}])
    }
    await app.close()
    rmSync(dirname(policy), { recursive: true })
  })
})

describe('sampling of a model', () => {
  it('has the values that it gets, without those that the operator withholds from its server', async () => {
    const silent = {
      model: 'any',
      parameters: { temperature: false, top_p: false, max_tokens: 'max_completion_tokens' },
    }
    const app = await createTestApp({ env: { HOSTED_API_KEY: 'k', HOSTED_MODELS: JSON.stringify({ silent }) } })
    const { models } = await app.stranger().data('{ models { name sampling } }')
    const of = (name: string) => (models as { name: string; sampling: string[] }[]).find((one) => one.name === name)
    expect(of('silent')?.sampling).toEqual(['maxTokens', 'frequencyPenalty', 'presencePenalty'])
    expect(of('Local')?.sampling).toEqual(['maxTokens', 'temperature', 'topP', 'frequencyPenalty', 'presencePenalty'])
    await app.close()
  })
})

describe('OFFICE_DEFAULT_MODEL and CHARACTER_DEFAULT_MODEL', () => {
  it('answer where neither the message nor the room names a model, if the membership includes them', async () => {
    const tap = new TappedGenerator()
    tap.always = course({ kind: 'started' }, { kind: 'end', outcome: 'completed' })
    const policy = join(mkdtempSync(join(tmpdir(), 'parley-')), 'policy.json')
    writeFileSync(policy, JSON.stringify({ BASIC: { models: ['Local'] }, VIP: {} }))
    const env = { HOSTED_API_KEY: 'k', OFFICE_DEFAULT_MODEL: 'hosted4.1', MEMBERSHIP_POLICY_FILE: policy }
    const app = await createTestApp({ env, wrap: tap.wrap })
    const ada = await app.person('ada')
    const modelOf = async (roomId: string) => {
      await ada.say(roomId)
      await app.idle()
      return tap.lastJob.model
    }
    const [office, chat] = [await ada.room(), await ada.room('chat')]
    const update =
      'mutation ($id: ID!, $model: String) { updateRoom(id: $id, input: { model: $model }) { room { id } } }'
    const defaults = async () => {
      const { models } = await ada.data('{ models { name defaultFor } }')
      return (models as { name: string; defaultFor: string[] }[]).filter(({ defaultFor }) => defaultFor.length > 0)
    }
    expect(await modelOf(office)).toBe('Local')
    expect(await defaults()).toEqual([{ name: 'Local', defaultFor: ['OFFICE', 'CHARACTER'] }])
    await ada.data('mutation { updateMembership(membership: VIP) { account { id } } }')
    expect(await modelOf(office)).toBe('hosted4.1')
    expect(await modelOf(chat)).toBe('Local')
    expect(await defaults()).toEqual([
      { name: 'Local', defaultFor: ['CHARACTER'] },
      { name: 'hosted4.1', defaultFor: ['OFFICE'] },
    ])
    await ada.data(update, { id: office, model: 'Local' })
    expect(await modelOf(office)).toBe('Local')
    await app.close()
    rmSync(dirname(policy), { recursive: true })
  })
})
