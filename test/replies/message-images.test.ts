import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { until } from '@parley/testing'
import { limits } from '../../src/limits.js'
import type { FileStore } from '../../src/ports/file-store/file-store.js'
import { answers } from '../support/ai-workers/hosted-answers.js'
import { HostedServer, type HostedQuestion } from '../support/ai-workers/hosted-server.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { noise } from '../support/images/pictures.js'
import { openTestImages, type TestImages } from '../support/images/test-bucket.js'
import { newKey } from '../support/replies/openai-client.js'

const send =
  'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id imageUrl } replayed } }'
const twoHours = 7_200_000

let server: HostedServer
let app: TestApp
let images: TestImages
let ada: Person
let webp: Buffer
let aheadMs = 0
let files: FailingPort<FileStore> | undefined
const events: string[] = []

beforeAll(async () => {
  server = await HostedServer.open()
  const take = (_fields: object, event: string) => void events.push(event)
  const log: Logger = { debug: take, info: take, warn: take, error: take }
  const hosted = { model: 'good', baseUrl: server.url }
  const env = { HOSTED_MODELS: JSON.stringify({ seer: { ...hosted, vision: true }, blind: hosted }) }
  const wrap = { fileStore: (store: FileStore) => (files = new FailingPort(store, { streams: ['list'] })).port }
  app = await createTestApp({ env, log, wrap, clock: () => Date.now() + aheadMs })
  images = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
  webp = await noise(30, 20).webp().toBuffer()
  ada = await app.person('ada')
})
afterAll(async () => {
  await images.close()
  await app.close()
  await server.close()
})
beforeEach(() => {
  server.asked.length = 0
  events.length = 0
  aheadMs = 0
})

async function upload(bytes = webp, by = ada): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([bytes]), 'a.webp')
  return at((await by.rest('POST', '/images', form)).body, 'id')
}

async function reply(input: object, by = ada) {
  const { sendMessage } = await by.data(send, { input: { text: 'What is this?', model: 'seer', ...input } })
  const { generation } = sendMessage as { generation: { id: string; imageUrl: string | null } }
  await watch(by, generation.id)
  return generation
}

async function replyAgain(roomId: string): Promise<void> {
  const again = 'mutation ($roomId: ID!) { regenerate(roomId: $roomId, index: 1) { generation { id } } }'
  const { regenerate } = await ada.data(again, { roomId })
  await watch(ada, at(regenerate, 'generation', 'id'))
}

/** The images that the entries of a room show. */
async function shownIn(roomId: string) {
  const query = 'query ($id: ID!) { room(id: $id) { entries(first: 10) { nodes { imgUrl } } } }'
  const { room } = await ada.data(query, { id: roomId })
  return (room as { entries: { nodes: { imgUrl: string | null }[] } }).entries.nodes.map(({ imgUrl }) => imgUrl)
}

const served = async (id: string) => fetch(`${app.url}/thumbnail?id=${id}`)
const lastContent = ({ body }: HostedQuestion) => body.messages.at(-1)?.content as unknown

/** The content of a message that has the bytes of a stored image. */
async function seeing(id: string, words: unknown) {
  const base64 = Buffer.from(await (await served(id)).arrayBuffer()).toString('base64')
  return [
    { type: 'text', text: words },
    { type: 'image_url', image_url: { url: `data:image/webp;base64,${base64}` } },
  ]
}

describe('an image in a message', () => {
  it('reaches a hosted model with vision as its bytes, and is shown in the entry of a chat room', async () => {
    const imageId = await upload()
    const roomId = await ada.room('chat')
    const { imageUrl } = await reply({ roomId, imageId })
    expect(imageUrl).toContain(`/thumbnail?id=${imageId}`)
    expect(server.asked.map(lastContent)).toEqual([await seeing(imageId, 'What is this?')])
    expect(await shownIn(roomId)).toEqual([imageUrl])
    // a later message has the text of the history alone
    await reply({ roomId, text: 'And now?' })
    const [, later] = server.asked
    expect(later?.body.messages.map(({ content }) => content)).toContain('What is this?')
    expect(JSON.stringify(later?.body)).not.toContain('image_url')
  })

  it('reaches it in an office room too, and again with another reply, and is shown in the entry', async () => {
    const imageId = await upload()
    const roomId = await ada.room()
    const { imageUrl } = await reply({ roomId, imageId })
    await replyAgain(roomId)
    const seen = await seeing(imageId, expect.stringMatching(/What is this\?$/))
    expect(server.asked.map(lastContent)).toEqual([seen, seen])
    expect(await shownIn(roomId)).toEqual([imageUrl])
    const { body } = await ada.rest('GET', `/api/officerooms/${roomId}/logs`)
    expect(body).toMatchObject([{ img_url: imageUrl }])
    const edit = 'mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { imgUrl } } }'
    const input = { roomId, index: 1, inputData: 'What is that?', outputData: 'a sail' }
    expect(at(await ada.data(edit, { input }), 'updateLogEntry', 'entry', 'imgUrl')).toBe(imageUrl)
    const turn = { index: 1, input_data: 'What is it?', output_data: 'a sail' }
    expect((await ada.rest('PUT', `/api/officerooms/${roomId}/logs`, turn)).status).toBeLessThan(300)
    expect(await shownIn(roomId)).toEqual([imageUrl])
  })

  it('is read for 16 replies at once, 2 of one account; further ones wait, and can be cancelled', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => app.person()))
    const imageIds = new Map<Person, string>()
    for (const person of [ada, ...eight]) imageIds.set(person, await upload(webp, person))
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    server.answerAll = async (response, body) => {
      await held
      await answers['good']?.(response, body)
    }
    const readBefore = files?.calls ?? 0
    const read = () => (files?.calls ?? 0) - readBefore
    const ids: [Person, string][] = []
    const ask = async (person: Person, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const image = { imageId: imageIds.get(person), model: 'seer' }
        const input = { text: 'What is this?', roomId: await person.room(), ...image }
        ids.push([person, at(await person.data(send, { input }), 'sendMessage', 'generation', 'id')])
      }
    }
    await ask(ada, limits.repliesWithImages + 2)
    await until('two images of ada are read', () => read() >= 2)
    const cancel = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
    expect(await ada.data(cancel, { id: ids.pop()?.[1] })).toEqual({
      cancelGeneration: { generation: { status: 'CANCELLED' } },
    })
    expect(read()).toBe(2)
    for (const person of eight) await ask(person, 2)
    await until('as many as may be are read', () => read() >= limits.repliesWithImages)
    expect(read()).toBe(limits.repliesWithImages)
    answer()
    server.answerAll = undefined
    for (const [person, id] of ids) expect((await watch(person, id)).at(-1)).toMatchObject({ status: 'COMPLETED' })
    expect(read()).toBe(ids.length)
  })

  it('leaves the request to every other model as it is without one', async () => {
    for (const imageId of [await upload(), undefined])
      await reply({ roomId: await ada.room('chat'), model: 'blind', imageId })
    await reply({ roomId: await ada.room('chat') })
    const [shown, bare, seer] = server.asked.map(({ body }) => JSON.stringify(body))
    expect(shown).toBe(bare)
    expect(seer).toBe(bare)
    const { models } = await ada.data('{ models { name vision } }')
    expect(models).toContainEqual({ name: 'seer', vision: true })
    expect(models).toContainEqual({ name: 'blind', vision: false })
    expect(models).toContainEqual({ name: 'Local', vision: false })
  })

  it('over REST is `image_id`, once for an idempotency key', async () => {
    const body = { room_id: await ada.room('chat'), text: 'What is this?', model: 'seer', image_id: await upload() }
    const post = () => ada.rest('POST', '/generations', body, { 'idempotency-key': 'k' })
    const { status, body: made } = await post()
    expect(status).toBe(202)
    await watch(ada, at(made, 'id'))
    expect(at((await post()).body, 'id')).toBe(at(made, 'id'))
    expect(server.asked.map(lastContent)).toEqual([await seeing(body.image_id, 'What is this?')])
    const other = { ...body, image_id: await upload() }
    expect(await ada.rest('POST', '/generations', other, { 'idempotency-key': 'k' })).toMatchObject({ status: 409 })
    expect(await ada.rest('POST', '/generations', { ...body, image_id: 'x' })).toMatchObject({ status: 422 })
  })

  it('of another account is answered byte for byte like one that does not exist', async () => {
    const bob = await app.person('bob')
    const roomId = await ada.room('chat')
    const answers = []
    for (const imageId of [await upload(webp, bob), 'A'.repeat(22), '../x', '']) {
      const input = { roomId, text: 'Hi', imageId }
      answers.push((await ada.rest('POST', '/graphql', { query: send, variables: { input } })).text)
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/Not an image of yours.*BAD_USER_INPUT|BAD_USER_INPUT.*Not an image of yours/)
    expect(await shownIn(roomId)).toEqual([])
    const input = { roomId, text: 'Hi', imageId: await upload() }
    expect(await app.stranger().codes(send, { input })).toEqual(['UNAUTHENTICATED'])
    expect(await bob.codes(send, { input })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(send, { input: { ...input, imageId: 'x'.repeat(65) } })).toEqual(['BAD_USER_INPUT'])
    expect(server.asked).toEqual([])
  })

  it('has at most 4 MiB', async () => {
    const large = await upload(await noise(1_300, 1_250).png().toBuffer())
    expect(Number((await served(large)).headers.get('content-length'))).toBeGreaterThan(4_194_304)
    const input = { roomId: await ada.room('chat'), text: 'Hi', model: 'seer', imageId: large }
    expect(await ada.codes(send, { input })).toEqual(['BAD_USER_INPUT'])
  })

  it('is kept as long as its room', async () => {
    const [imageId, unused] = [await upload(), await upload()]
    const rooms = [await ada.room('chat'), await ada.room('chat')]
    for (const roomId of rooms) for (const text of ['one', 'two']) await reply({ roomId, imageId, text })
    for (const roomId of rooms) {
      aheadMs += twoHours
      await app.app.sweeper.sweep()
      expect([(await served(imageId)).status, (await served(unused)).status]).toEqual([200, 404])
      await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    }
    aheadMs += twoHours
    await app.app.sweeper.sweep()
    expect((await served(imageId)).status).toBe(404)
  })

  it('whose file is lost does not fail the reply, which has the text alone', async () => {
    const imageId = await upload()
    await images.store.delete(imageId)
    await reply({ roomId: await ada.room('chat'), imageId })
    expect(server.asked.map(lastContent)).toEqual(['What is this?'])
    expect(events.filter((event) => event.startsWith('message_image'))).toEqual(['message_image.load_failed'])
  })

  it('ends with its account', async () => {
    const bob = await app.person('bob')
    const imageId = await upload(webp, bob)
    await reply({ roomId: await bob.room('chat'), imageId }, bob)
    await bob.data('mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }', { id: bob.id })
    expect((await served(imageId)).status).toBe(404)
  })
})

describe('an image in a message at /v1', () => {
  const url = 'data:image/png;base64,iVBORw0KGgo='
  const image = { type: 'image_url', image_url: { url, detail: 'low' } }
  const question = [{ type: 'text', text: 'What is this?' }, image]
  let key: string
  beforeAll(async () => {
    key = await newKey(ada)
  })
  const ask = (model: string, content: unknown, role = 'user') => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role, content },
    ]
    return ada.rest('POST', '/v1/chat/completions', { model, messages }, { authorization: `Bearer ${key}` })
  }

  it.each([[question], [[image]], [[image, { ...image, image_url: { url: 'https://images.example/a.png' } }]]])(
    'reaches a model with vision as it came: %j',
    async (content) => {
      expect((await ask('seer', content)).status).toBe(200)
      expect(server.asked.map(lastContent)).toEqual([content])
    },
  )

  it.each([
    ['blind', question, 'user'],
    ['local', question, 'user'],
    ['seer', [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }], 'user'],
    ['seer', [{ type: 'image_url' }], 'user'],
    ['seer', question, 'system'],
    ['seer', question, 'assistant'],
  ])('is 400 for %s with %j of the %s', async (model, content, role) => {
    const { status, body } = await ask(model, content, role)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          param: expect.stringMatching(/^messages\[1\]\.content/),
          message: expect.stringMatching(
            /images, audio and files are not supported|an address or a data URL of an image/,
          ),
        },
      },
    })
    expect(server.asked).toEqual([])
  })
})
