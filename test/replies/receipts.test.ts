import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { kinds } from '../../src/kinds.js'
import type { ReplyGenerator, ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'
import { TinyModels } from '../support/ai-workers/tiny-models.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { GenerationTable } from '../../src/database/tables/generations.js'

const models = new TinyModels()
const secret = 'the people say water and some other words '.repeat(4)
const fields = '{ receipt { promptTokens reusedTokens readTokens } }'

let app: TestApp
let ada: Person
let eve: Person
let admin: Person
beforeAll(async () => {
  // one context: each conversation finds the one before
  const backend = await models.backend({ sampling: { maxTokens: 1 } })
  const logger = createLogger('silent')
  const workers = new Map(
    kinds.map((kind) => [kind, new ReplyWorker({ kind, backends: new Map([['Local', backend]]), logger })]),
  )
  const generator: ReplyGenerator = {
    generate: (job, signal) => {
      const worker = workers.get(job.kind)
      if (!worker) throw new Error('no worker of this kind')
      return worker.generate(job, signal)
    },
  }
  app = await createTestApp({ wrap: { generator: () => generator } })
  ;[ada, eve, admin] = [await app.person('ada'), await app.person('eve'), await app.admin()]
})
afterAll(async () => {
  await app.close()
  await models.close()
  await models.remove()
})

type Receipt = Pick<ReplyReceipt, 'promptTokens' | 'reusedTokens' | 'readTokens'>

async function say(person: Person, roomId: string, message: string) {
  const id = await person.say(roomId, message)
  await app.idle()
  return { id, receipt: await receiptOf(person, id) }
}

async function receiptOf(person: Person, id: string) {
  const { generation } = await person.data(`query ($id: ID!) { generation(id: $id) ${fields} }`, { id })
  return (generation as { receipt: Receipt }).receipt
}

it('two accounts on one model whose receipts show nothing of each other', async () => {
  const cold = (await say(eve, await eve.room(), secret)).receipt
  expect(cold).toEqual({ promptTokens: cold.promptTokens, reusedTokens: 0, readTokens: cold.promptTokens })
  await say(ada, await ada.room(), `${secret} my safe has the number 4711`)
  for (const guess of [secret, `${secret} my safe has`, `${secret} my safe has the number 4711`, 'something else']) {
    const { receipt } = await say(eve, await eve.room(), guess)
    expect(receipt).toMatchObject({ reusedTokens: 0, readTokens: receipt.promptTokens })
    await say(ada, await ada.room(), `${secret} my safe has the number 4711`)
  }
})

it('counts what is reused of the own conversation', async () => {
  const room = await ada.room('chat')
  const first = (await say(ada, room, secret)).receipt
  const second = (await say(ada, room, 'and then')).receipt
  expect(second.reusedTokens).toBeGreaterThan(first.promptTokens - 2)
  expect(second.reusedTokens + second.readTokens).toBe(second.promptTokens)
})

it('shows nothing of the context of a private character, nor of a public one that another account has used', async () => {
  const character = async (person: Person, isPublic: boolean) => {
    const body = { name: 'Mira', context: secret, accessLevel: isPublic }
    const made = await person.rest('POST', '/api/characters', body)
    return (made.body as { data: { id: number } }).data.id
  }
  const roomWith = async (person: Person, characterId: number) =>
    at((await person.rest('POST', '/api/chatrooms', { character_id: characterId })).body, 'room_id')
  for (const isPublic of [false, true]) {
    await say(ada, await roomWith(ada, await character(ada, isPublic)), 'hello')
    const { receipt } = await say(eve, await roomWith(eve, await character(eve, isPublic)), 'hello')
    expect(receipt).toMatchObject({ reusedTokens: 0, readTokens: receipt.promptTokens })
  }
})

it('shows an administrator all that the model had, and no account the receipt of another one in a shared room', async () => {
  const shared = at((await app.stranger().rest('POST', '/api/officerooms', { user_id: 'guest' })).body, 'room_id')
  const { id, receipt } = await say(ada, shared, secret)
  const again = await say(eve, shared, secret)
  expect(await receiptOf(ada, id)).toEqual(receipt)
  const seen = await receiptOf(admin, again.id)
  expect(seen.reusedTokens).toBeGreaterThan(10)
  expect(seen.reusedTokens + seen.readTokens).toBe(again.receipt.promptTokens)
  const query = `query ($id: ID!) { room(id: $id) { generations(first: 5) { nodes { id receipt { reusedTokens } } } } }`
  const { room } = await eve.data(query, { id: shared })
  expect(room).toEqual({
    generations: {
      nodes: [
        { id: again.id, receipt: { reusedTokens: 0 } },
        { id, receipt: null },
      ],
    },
  })
  expect(await app.stranger().data(query, { id: shared })).toMatchObject({
    room: { generations: { nodes: [{ receipt: null }, { receipt: null }] } },
  })
})

it('of a server, or of an earlier release, says nothing of its shared cache to an account', async () => {
  const { id, receipt } = await say(ada, await ada.room(), secret)
  const stored = await app.app.database.read((db) => db.selectOneOrThrow(GenerationTable, { id }))
  if (!stored.receipt) throw new Error('no receipt')
  const { sharedTokens: _shared, ...cached } = {
    ...stored.receipt,
    reusedTokens: 7,
    readTokens: receipt.promptTokens - 7,
  }
  await app.app.database.write((db) => db.update(GenerationTable, { id }, { receipt: cached }))
  expect(await receiptOf(ada, id)).toMatchObject({ reusedTokens: 0, readTokens: receipt.promptTokens })
  expect(await receiptOf(admin, id)).toMatchObject({ reusedTokens: 7, readTokens: receipt.promptTokens - 7 })
})
