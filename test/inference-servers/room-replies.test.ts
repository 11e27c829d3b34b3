import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { until as untilHolds } from '@parley/testing'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { SearchResult, WebSearch } from '../../src/ports/web-search/web-search.js'
import { ended, hostedReply, refuse, said, stream, type Answer } from '../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend, type WatchedBackend } from '../support/ai-workers/inference-server.js'
import { createTestApp } from '../support/app/app.js'
import { at } from '../support/app/person.js'
import { watch as follow } from '../support/app/watch.js'
import { continueReply } from '../support/rooms/log-queries.js'

let server: HostedServer
let watched: WatchedBackend

beforeEach(async () => {
  server = await HostedServer.open()
  watched = watchedBackend(server.url, 'good')
})
afterEach(async () => {
  await watched.watch.close()
  await server.close()
})

const until = (state: Parameters<typeof untilState>[1]) => untilState(watched, state)

const generation = '{ status text error { code } receipt { model promptTokens turnsKept } }'
interface Step {
  readonly status: string
  readonly webSearch: { readonly state: string } | null
}

const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }`

describe('a message in a room', () => {
  const open = async (search?: WebSearch) => {
    const worker = new ReplyWorker({
      kind: 'office',
      backends: new Map([['Local', watched.backend]]),
      logger: createLogger('silent'),
      ...(search && { search }),
    })
    const app = await createTestApp({ wrap: { generator: () => worker } })
    const ada = await app.person()
    const say = async (more: object = {}) => {
      const sent = await ada.data(send, { input: { roomId: await ada.room(), text: 'Hello', ...more } })
      return (sent['sendMessage'] as { generation: { id: string } }).generation.id
    }
    const read = async (id: string) =>
      (await ada.data(`query ($id: ID!) { generation(id: $id) ${generation} }`, { id }))['generation']
    const close = async () => {
      await app.close()
      await worker.close()
    }
    return { ada, say, read, close }
  }

  it.each<[string, Answer, Parameters<typeof untilState>[1]]>([
    ['is unreachable', (response) => void response.destroy(), 'unreachable'],
    ['loads its model', refuse(503), 'busy'],
  ])('waits as for a worker that is away while the server %s, and is answered then', async (_case, answer, state) => {
    const { ada, say, read, close } = await open()
    try {
      server.models = answer
      await until(state)
      const id = await say()
      const query = '{ status queueReason position }'
      for (;;) {
        const { generation: seen } = await ada.data(`query ($id: ID!) { generation(id: $id) ${query} }`, { id })
        if ((seen as { queueReason: string | null }).queueReason === null) continue
        expect(seen).toEqual({ status: 'QUEUED', queueReason: 'WORKER_AWAY', position: 1 })
        break
      }
      expect(server.asked).toEqual([])
      server.models = modelList({ id: 'good' })
      await follow(ada, id)
      expect(await read(id)).toEqual({
        status: 'COMPLETED',
        text: hostedReply,
        error: null,
        receipt: { model: 'good', promptTokens: 40, turnsKept: 0 },
      })
    } finally {
      await close()
    }
  })

  it('has a reply of at most 2,048 tokens', async () => {
    const { ada, say, close } = await open()
    try {
      await until('ready')
      await follow(ada, await say())
      expect(server.asked[0]?.body).toMatchObject({ max_tokens: 2_048 })
    } finally {
      await close()
    }
  })

  it('has the search of the web before its start, in this order in its events too', async () => {
    const held: { find?: (results: readonly SearchResult[]) => void; asked?: Parameters<Answer>[0] } = {}
    const { ada, say, close } = await open({ search: () => new Promise((resolve) => (held.find = resolve)) })
    const client = ada.eventStream()
    try {
      await until('ready')
      server.answerAll = (response) => void (held.asked = response)
      const id = await say({ searchAccess: true })
      const query = 'subscription ($id: ID!) { generation(id: $id) { status webSearch { state } } }'
      const steps: string[] = []
      const follow = async () => {
        const events = client.iterate<{ generation: Step }>({ query, variables: { id } })
        for await (const { data } of events) {
          const step = `${data?.generation.status} ${data?.generation.webSearch?.state}`
          if (data?.generation.webSearch && steps.at(-1) !== step) steps.push(step)
        }
      }
      const followed = follow()
      const untilStep = (step: string) => untilHolds(`an event says ${step}`, () => steps.includes(step))
      await untilStep('QUEUED SEARCHING')
      expect(server.asked).toEqual([])
      held.find?.([{ title: 'Page', snippet: 'A windlass', link: 'https://x.example/' }])
      await untilStep('QUEUED ENDED')
      await untilHolds('the server is asked', () => held.asked !== undefined)
      expect(JSON.stringify(server.asked[0]?.body)).toContain('A windlass')
      if (held.asked) void stream(said('Ahoy'), ended('stop'))(held.asked)
      await followed
      expect(steps).toEqual(['QUEUED SEARCHING', 'QUEUED ENDED', 'RUNNING ENDED', 'COMPLETED ENDED'])
    } finally {
      client.dispose()
      await close()
    }
  })

  it('that a limit has ended is continued by a request in words', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = stream(said('Ahoy,'), ended('length'))
      const id = await say()
      await follow(ada, id)
      const query = '{ roomId finishReason entry { index } }'
      const { generation: first } = await ada.data(`query ($id: ID!) { generation(id: $id) ${query} }`, { id })
      expect(first).toEqual({ roomId: at(first, 'roomId'), finishReason: 'LENGTH', entry: { index: 1 } })
      server.answerAll = stream(said(' sailor!'), ended('stop'))
      const begun = await ada.data(continueReply, { roomId: at(first, 'roomId'), index: 1 })
      const next = at(begun, 'continueReply', 'generation', 'id')
      await follow(ada, next)
      expect(await read(next)).toMatchObject({ status: 'COMPLETED', text: 'Ahoy, sailor!' })
      expect(server.asked[1]?.body.messages.slice(-2)).toEqual([
        { role: 'assistant', content: 'Ahoy,' },
        { role: 'user', content: expect.stringMatching(/^Your last reply is not complete/) },
      ])
    } finally {
      await close()
    }
  })

  it.each([401, 404, 429, 503])(
    'waits while the server refuses it with %s twice, although it has the model, and is answered then',
    async (status) => {
      const { ada, say, read, close } = await open()
      try {
        await until('ready')
        let refusals = 2
        server.answerAll = (response) => {
          refusals -= 1
          if (refusals === 0) server.answerAll = undefined
          return refuse(status)(response)
        }
        const id = await say()
        const events = await follow(ada, id)
        expect(await read(id)).toMatchObject({ status: 'COMPLETED', text: hostedReply })
        expect(server.asked).toHaveLength(3)
        // not an interruption: it starts once, with its first attempt
        expect(events.map(({ attempt }) => attempt)).toEqual(events.map(() => 1))
        const statuses = events.map((event) => event.status)
        expect(statuses.slice(statuses.indexOf('RUNNING'))).not.toContain('QUEUED')
      } finally {
        await close()
      }
    },
  )

  it('is answered although the server was lost at its start', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = (response) => {
        server.answerAll = undefined
        response.destroy()
      }
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', text: hostedReply })
      expect(server.asked).toHaveLength(2)
    } finally {
      await close()
    }
  })

  it('keeps the text that it has, as INTERRUPTED, when the server is lost in the middle', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = (response) => {
        server.answerAll = (lost) => void lost.destroy()
        const chunk = JSON.stringify({ choices: [{ delta: { content: 'Half' } }] })
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${chunk}\n\n`, () => response.destroy())
      }
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'FAILED', text: 'Half', error: { code: 'INTERRUPTED' } })
    } finally {
      await close()
    }
  })

  it('that does not fit the context of the server is FAILED with PROMPT_TOO_LONG', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = refuse(400, {}, 'the request exceeds the available context size (512 tokens)')
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'FAILED', error: { code: 'PROMPT_TOO_LONG' } })
    } finally {
      await close()
    }
  })
})
