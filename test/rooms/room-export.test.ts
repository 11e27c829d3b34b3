import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { marked } from 'marked'
import { fileNameOf } from '../../src/data-exports/file-name.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, Person } from '../support/app/person.js'
import { saying } from '../support/rooms/log-fixture.js'
import { choose, regenerate, save } from '../support/rooms/log-queries.js'
import { course, TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
const start = Date.parse('2026-03-01T23:30:00Z')
let aheadMs = 0
let app: TestApp
let ada: Person
beforeAll(async () => {
  const clock = () => start + aheadMs
  app = await createTestApp({ wrap: tap.wrap, clock, machineClock: clock })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const newLink =
  'mutation ($input: CreateRoomExportLinkInput!) { createRoomExportLink(input: $input) { url expiresAt } }'
const rename = 'mutation ($id: ID!, $name: String) { updateRoom(id: $id, input: { name: $name }) { room { id } } }'

/** The address of a new link at the address of the app. */
async function linkOf(roomId: string, format: 'MARKDOWN' | 'JSON', by = ada, timeZone?: string): Promise<string> {
  const { pathname, search } = new URL(
    at(await by.data(newLink, { input: { roomId, format, timeZone } }), 'createRoomExportLink', 'url'),
  )
  return app.url + pathname + search
}

const fileOf = async (...link: Parameters<typeof linkOf>) => {
  const response = await fetch(await linkOf(...link))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const write = (roomId: string, inputData: string, outputData: string) =>
  ada.data(save, { input: { roomId, inputData, outputData } })

describe('a file of Markdown', () => {
  it('has names, times in the zone of the caller, models and the shown replies', async () => {
    const id = await ada.room('chat')
    await ada.data(rename, { id, name: 'A *harbour* ' })
    await write(id, 'Hello', 'First')
    tap.next = saying('Second')
    await ada.data(regenerate, { roomId: id, index: 1 })
    await app.idle()
    const { text, headers } = await fileOf(id, 'MARKDOWN', ada, 'asia/seoul')
    expect(text).toBe(`# A \\*harbour\\*

Exported on 2026-03-02 08:30. All times are in Asia/Seoul.

## Grace

> Ahoy

## ${ada.username}, 2026-03-02 08:30

> Hello

## Grace, 2026-03-02 08:30 (Local)

> Second
`)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="A harbour.md"')
    expect(headers.get('cache-control')).toBe('no-store')
    await ada.data(choose, { roomId: id, index: 1, alternative: 1 })
    expect((await fileOf(id, 'MARKDOWN')).text).toContain('> First')
  })

  it('names the sources of a shown reply, as a list of links below it', async () => {
    const id = await ada.room()
    const page = { kind: 'WEB', number: 1, title: 'A [page]\n# x', link: 'https://x.example/a(1)', file: null } as const
    const file = { ...page, kind: 'FILE', number: 2, title: 'ships.pdf', link: null, place: 'page 3' } as const
    const sources = [{ ...page, place: null }, file].map((source) => ({ ...source, passage: 'What it says' }))
    tap.next = course(
      ...[{ kind: 'started' } as const, { kind: 'search', state: 'ENDED', query: 'Hello', sources } as const],
      ...[{ kind: 'delta', attempt: 1, offset: 0, delta: 'Aye' } as const],
      { kind: 'end', outcome: 'completed' },
    )
    await ada.say(id)
    await app.idle()
    const { text } = await fileOf(id, 'MARKDOWN')
    const list = '1. [A \\[page\\] \\# x](<https://x.example/a(1)>)\n2. ships\\.pdf, page 3\n'
    expect(text.endsWith(`> Aye\n\nSources:\n\n${list}`)).toBe(true)
  })

  it('keeps its structure whatever the messages have', async () => {
    const id = await ada.room()
    const texts = [
      '# A heading\n```js\nopen fence',
      '<!-- open\n\n## Heading',
      '> quoted\r\nlazy',
      '- a\n\n  ~~~',
      '---\n===',
    ]
    for (const text of texts) await write(id, text, text)
    const { text } = await fileOf(id, 'MARKDOWN')
    const blocks = marked.lexer(text).filter(({ type }) => type !== 'space')
    expect(blocks.map(({ type }) => type)).toEqual([
      ...['heading', 'paragraph'],
      ...texts.flatMap(() => ['heading', 'blockquote', 'heading', 'blockquote']),
    ])
  })
})

describe('a file of JSON', () => {
  it('has the room with its settings, and all alternatives of all entries', async () => {
    const id = await ada.room('chat')
    const input = { instructions: 'Be brief' }
    await ada.data(
      'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { id } } }',
      {
        id,
        input,
      },
    )
    for (let n = 1; n <= 120; n += 1) await write(id, `say ${String(n)}`, `answer ${String(n)}`)
    tap.next = saying('Another')
    await ada.data(regenerate, { roomId: id, index: 120 })
    await app.idle()
    const { text, headers } = await fileOf(id, 'JSON')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const file = JSON.parse(text) as { entries: { index: number; alternatives: object[] }[] }
    expect(file).toMatchObject({
      exportedAt: start,
      character: 'Grace',
      room: { roomId: id, kind: 'character', instructions: 'Be brief', proposedTitle: 'say 1' },
    })
    expect(file.entries.map(({ index }) => index)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
    expect(file.entries.at(-1)).toMatchObject({
      shown: 2,
      outputData: 'Another',
      alternatives: [
        { number: 1, outputData: 'answer 120', origin: null },
        { number: 2, outputData: 'Another', origin: { model: 'Local' } },
      ],
    })
    expect((await fileOf(await ada.room(), 'JSON')).text).toMatch(/"entries":\[\n\]\}\n$/)
  })
})

describe('a link', () => {
  it('is refused for rooms that the caller cannot read, as everywhere', async () => {
    const eve = await app.person('eve')
    const rooms = [await ada.room(), '00000000-0000-4000-8000-000000000000', 'x']
    for (const roomId of rooms)
      expect(await eve.codes(newLink, { input: { roomId, format: 'JSON' } })).toEqual(['NOT_FOUND'])
    expect(await app.stranger().codes(newLink, { input: { roomId: rooms[0], format: 'JSON' } })).toEqual([
      'UNAUTHENTICATED',
    ])
    expect(await ada.codes(newLink, { input: { roomId: rooms[0], format: 'JSON', timeZone: 'Mars/Base' } })).toEqual([
      'BAD_USER_INPUT',
    ])
    expect((await fileOf(rooms[0] ?? '', 'JSON', await app.admin())).status).toBe(200)
  })

  it('works for five minutes, as often as it is requested', async () => {
    const link = await linkOf(await ada.room(), 'JSON')
    const statuses = async () => [(await fetch(link)).status, (await fetch(link, { method: 'HEAD' })).status]
    expect(await statuses()).toEqual([200, 200])
    aheadMs += 5 * 60_000 - 1
    expect(await statuses()).toEqual([200, 200])
    aheadMs += 1
    expect(await statuses()).toEqual([404, 404])
  })

  it('ends with the session, the account and the room, and with any change of its token', async () => {
    const bob = await app.person('bob')
    const [room, other] = [await bob.room(), await bob.room()]
    const links = [await linkOf(room, 'JSON', bob), await linkOf(other, 'JSON', bob)]
    const statuses = () => Promise.all(links.map(async (link) => (await fetch(link)).status))
    expect(await statuses()).toEqual([200, 200])
    await bob.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: room })
    expect(await statuses()).toEqual([404, 200])
    const [token = ''] = /[^=]+$/.exec(links[1] ?? '') ?? []
    const text = Buffer.from(token.split('.')[0] ?? '', 'base64url')
    const forged = Buffer.from(String(text).replace(other, await ada.room())).toString('base64url')
    for (const wrong of [`${token.slice(0, -2)}AA`, `${forged}.${token.split('.')[1] ?? ''}`, '', '.', bob.token ?? ''])
      expect((await fetch(`${app.url}/room-export?token=${wrong}`)).status).toBe(404)
    await bob.data('mutation { signOutEverywhere }')
    expect(await statuses()).toEqual([404, 404])
  })
})

it('a download whose room is deleted meanwhile is cut off', async () => {
  const id = await ada.room()
  const reply = 'x'.repeat(500_000)
  for (let n = 0; n < 30; n += 1) await write(id, 'More', reply)
  for (const format of ['MARKDOWN', 'JSON'] as const) {
    const whole = (await fileOf(id, format)).text
    expect(whole.length).toBeGreaterThan(30 * reply.length)
  }
  const response = await opened(await linkOf(id, 'JSON'))
  await once(response, 'readable')
  await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id })
  let bytes = 0
  const rest = async () => {
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length
  }
  await expect(rest()).rejects.toThrow('aborted')
  expect(bytes).toBeLessThan(30 * reply.length)
})

function opened(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, resolve).on('error', reject))
}

it.each([
  ['../../etc/passwd', 'etc passwd'],
  ['a:b*c?"d"<e>|f\\g', 'a b c d e f g'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['  ...hidden. ', 'hidden'],
  ['left\u202Eright\u0000\n', 'left right'],
  ['half \uD800 pair', 'half pair'],
  ['항구 이야기', '항구 이야기'],
  ['/ / ', ''],
  ['가'.repeat(80), '가'.repeat(50)],
])('the title %j gives the file name %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name)
})
