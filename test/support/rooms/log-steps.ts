import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { asRest, ofRooms, type Step } from '../failures/failing-step.js'
import type { FailingFixture } from '../failures/failing-fixture.js'
import type { Person, RestAnswer } from '../app/person.js'
import { postOperation } from '../http/operation-streams.js'
import { choose, logOf, regenerate, replies, truncate } from './log-queries.js'

interface Conversation {
  readonly generations: { readonly nodes: readonly { readonly status: string; readonly text: string }[] }
  readonly entries: { readonly nodes: readonly { readonly outputData: string }[] }
}
const conversation = `query ($id: ID!) { room(id: $id) {
  generations(first: 10) { nodes { status text } } entries(first: 10) { nodes { outputData } } } }`

const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'

type Post = (person: Person, operation: object) => Promise<RestAnswer>

const overHttp: Post = (person, operation) => person.rest('POST', '/graphql', operation)
const overEvents: Post = async (person, operation) => {
  const answer = await postOperation(person, operation)
  return { status: answer.status, headers: answer.headers, text: await answer.text(), body: undefined }
}

const sending =
  (post: Post) =>
  async ({ bob, app }: FailingFixture): Promise<Step> => {
    const id = await bob.room()
    const input = { roomId: id, text: 'Hello', idempotencyKey: randomUUID() }
    return {
      send: async () => {
        const answer = await post(bob, { query: sendMessage, variables: { input } })
        await app.idle()
        return asRest(answer)
      },
      uses: ['chat-log store', 'database', 'reply generator'],
      hides: ['chat-log store', 'reply generator'],
      ends: [200, 200],
      done: async () => {
        await app.app.product.recovery.run({ all: false })
        await app.idle()
        const { room } = (await bob.data(conversation, { id })) as { room: Conversation }
        expect(room.generations.nodes).toMatchObject([{ status: 'COMPLETED' }])
        expect(room.entries.nodes).toEqual([{ outputData: room.generations.nodes[0]?.text }])
      },
    }
  }

/** Messages, and changes of an entry's replies and of the end of a log, each on its own data. */
export const logSteps = (opened: () => FailingFixture): Readonly<Record<string, () => Promise<Step>>> => ({
  'the sending of a message': () => sending(overHttp)(opened()),
  'the sending of a message as an event stream': () => sending(overEvents)(opened()),
  'another reply to an entry': async () => {
    const { bob, app } = opened()
    const id = await bob.room()
    await opened().logOf(bob, id).save()
    const variables = { roomId: id, index: 1, idempotencyKey: randomUUID() }
    return {
      send: async () => {
        const answer = await bob.rest('POST', '/graphql', { query: regenerate, variables })
        await app.idle()
        return asRest(answer)
      },
      uses: ['chat-log store', 'database', 'reply generator'],
      hides: ['reply generator'],
      ends: [200, 200],
      done: async () => {
        await app.app.product.recovery.run({ all: false })
        await app.idle()
        const { room } = (await bob.data(conversation, { id })) as { room: Conversation }
        const [made, ...others] = room.generations.nodes
        expect([made?.status, others]).toEqual(['COMPLETED', []])
        const [entry] = await logOf(bob, id)
        expect(entry && replies(entry)).toEqual(['1 Ahoy', `2 ${made?.text ?? ''}*`])
      },
    }
  },
  'the choice of a reply': async () => {
    const fixture = opened()
    const id = await fixture.bob.room()
    const log = fixture.logOf(fixture.bob, id)
    await log.save()
    await log.update(1, { output_data: 'by hand' })
    const variables = { roomId: id, index: 1, alternative: 1 }
    return {
      send: async () => asRest(await fixture.bob.rest('POST', '/graphql', { query: choose, variables })),
      ...ofRooms,
      ends: [200, 200],
      done: async () => {
        const [entry] = await logOf(fixture.bob, id)
        expect(entry && [entry.version, ...replies(entry)]).toEqual([3, '1 Ahoy*', '2 by hand'])
      },
    }
  },
  'the cut of a log': async () => {
    const fixture = opened()
    const id = await fixture.bob.room()
    const log = fixture.logOf(fixture.bob, id)
    for (let n = 0; n < 3; n += 1) await log.save()
    const variables = { roomId: id, fromIndex: 2, expectedVersion: 1, expectedLastIndex: 3 }
    return {
      send: async () => asRest(await fixture.bob.rest('POST', '/graphql', { query: truncate, variables })),
      ...ofRooms,
      ends: [200, 200],
      done: async () => {
        expect(await log.indexes()).toEqual([1])
        await log.save()
        expect(await log.indexes()).toEqual([1, 4])
      },
    }
  },
})
