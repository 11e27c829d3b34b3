import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { HostedBackend, type HostedBackendOptions } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { HttpWebSearch } from '../../src/ports/web-search/http-web-search.js'
import { searxngEngine } from '../../src/ports/web-search/json-engines.js'
import { AiService, type AiServiceOptions } from '../support/ai-workers/ai-service.js'
import { createTestApp } from '../support/app/app.js'
import { LogCapture } from '../support/ai-workers/log-capture.js'
import { hostedReply } from '../support/ai-workers/hosted-answers.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import { SearchServer } from '../support/ai-workers/search-server.js'
import { watch } from '../support/app/watch.js'

const searchKey = 'hush-search'
const found = JSON.stringify({ results: [{ title: 'A page', content: 'What it says', url: 'https://x.example/' }] })
const reference = 'Reference text:\n1. A page\nWhat it says\nSource: https://x.example/\n\nMessage:\nHello'

/** A model whose requests show the prompt. */
let hosted: HostedServer
let server: SearchServer
let ears: LogCapture
beforeAll(async () => {
  hosted = await HostedServer.open()
  server = await SearchServer.open()
  ears = new LogCapture()
})
afterAll(async () => {
  ears.close()
  await hosted.close()
  await server.close()
})
beforeEach(() => {
  hosted.asked.length = 0
  ears.heard.length = 0
  server.says(found)
})

const received = () => hosted.asked.map(({ body }) => body.messages.at(-1)?.content ?? '')
const model = (options: Partial<HostedBackendOptions> = {}) =>
  new HostedBackend({ model: 'good', apiKey: 'hush', baseUrl: hosted.url, ...options })
async function withService(options: AiServiceOptions, use: (service: AiService) => Promise<void>): Promise<void> {
  const search = new HttpWebSearch({ engine: searxngEngine({ url: server.url, apiKey: searchKey }), log: ears.log })
  const service = await AiService.open({ model: model(), search, logger: ears.log, ...options })
  try {
    await use(service)
  } finally {
    await service.close()
  }
}
const said = { input_data: 'Hello' }
const searching = { ...said, search_access: true }

describe('an office reply', () => {
  it('gets search results for its message when it may search', async () => {
    await withService({}, async (service) => {
      expect((await service.post(searching)).body).toBe(hostedReply)
      expect(received()).toEqual([expect.stringContaining(reference)])
      expect(server.asked.map(({ url }) => url.searchParams.get('q'))).toEqual(['Hello'])
    })
  })

  it('searches only on request, and never for a character', async () => {
    const character = { ...searching, character_name: 'Bo', greeting: '', context: '' }
    const ask = (body: object) => async (service: AiService) => {
      expect((await service.post(body)).body).toBe(hostedReply)
    }
    await withService({}, ask(said))
    await withService({ kind: 'character' }, ask(character))
    expect(received()).toHaveLength(2)
    expect(received().join()).not.toContain('Reference')
    expect(server.asked).toEqual([])
  })

  it('continues without references without a search engine, and when the search fails', async () => {
    await withService({ model: model() }, async (service) => {
      server.says('hush-words', 429)
      expect((await service.post(searching)).body).toBe(hostedReply)
      expect(received()).toEqual([expect.not.stringContaining('Reference')])
      expect(ears.leaked('web_search.failed', 'status 429')).toHaveLength(2)
      expect(ears.leaked('hush', 'Hello', new URL(server.url).host)).toEqual([])
    })
    const service = await AiService.open({ model: model() })
    expect((await service.post(searching)).body).toBe(hostedReply)
    await service.close()
  })

  const stalled = () => ({ model: 'scripted:?stallAt=1', others: new Map([['good', model()]]) })
  /** Sends a request; the returned caller can disconnect. */
  const asking = (service: AiService, path: string, body: object) => {
    const gone = new AbortController()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = fetch(service.url + path, { ...init, signal: gone.signal }).catch(() => 'gone')
    return { answer, leave: () => gone.abort() }
  }

  it('searches while it waits in the queue', async () => {
    await withService(stalled(), async (service) => {
      const first = asking(service, '/Local', said)
      await service.active(1)
      const waiting = service.post(searching, '/good')
      await (
        await server.question()
      ).closed
      expect(hosted.asked).toEqual([])
      first.leave()
      expect(await first.answer).toBe('gone')
      expect((await waiting).body).toBe(hostedReply)
      expect(received()).toEqual([expect.stringContaining(reference)])
    })
  })

  it.each(['running', 'waiting'])('cancels the search when its client disconnects: %s', async (state) => {
    await withService(stalled(), async (service) => {
      const first = state === 'waiting' ? asking(service, '/Local', said) : undefined
      await service.active(first ? 1 : 0)
      server.does(() => undefined)
      const second = asking(service, '/good', searching)
      const { closed } = await server.question()
      second.leave()
      expect(await second.answer).toBe('gone')
      await closed
      await service.active(first ? 1 : 0)
      expect(hosted.asked).toEqual([])
      expect(ears.leaked('web_search.failed')).toEqual([])
      first?.leave()
    })
  })

  it('includes a stalled search in its own time limit', async () => {
    await withService({ timeoutMs: 100 }, async (service) => {
      server.does(() => undefined)
      expect((await service.post(searching)).status).toBe(500)
      await server.asked[0]?.closed
    })
  })
})

it('is configured by SEARCH_..., and requested by searchAccess in GraphQL', async () => {
  const app = await createTestApp({
    log: ears.log,
    env: {
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: server.url,
      SEARCH_API_KEY: searchKey,
      HOSTED_BASE_URL: hosted.url,
      HOSTED_API_KEY: 'hush',
      HOSTED_MODELS: '{"hosted4.1":"good"}',
    },
  })
  try {
    const ada = await app.person()
    const long = '🚀'.repeat(8_000)
    for (const [kind, searchAccess, text] of [
      ['office', true, 'Hello'],
      ['office', false, 'Hello'],
      ['chat', true, 'Hello'],
      ['office', true, long],
    ] as const) {
      const input = { roomId: await ada.room(kind), text, model: 'hosted4.1', searchAccess }
      const sent = await ada.data(
        'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }',
        { input },
      )
      await watch(ada, (sent['sendMessage'] as { generation: { id: string } }).generation.id)
    }
    expect(received().map((text) => text.includes('Reference text:'))).toEqual([true, false, false, true])
    expect(received()[0]).toContain(reference)
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${searchKey}`))
    // the search uses the beginning of a long message, and the model gets all of it
    expect(server.asked.map(({ url }) => url.searchParams.get('q'))).toEqual(['Hello', '🚀'.repeat(500)])
    expect(received().at(-1)?.endsWith(`Message:\n${long}`)).toBe(true)
    expect(ears.leaked('hush')).toEqual([])
  } finally {
    await app.close()
  }
})
