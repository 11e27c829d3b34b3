import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ShareLinkTable } from '../../src/database/tables/share-links.js'
import { UserTable } from '../../src/database/tables/users.js'
import { limits } from '../../src/limits.js'
import type { ChatLogStore } from '@parley/chat-log-store'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type GraphqlAnswer, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { choose, regenerate, save, update } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let app: TestApp
let logs: ChatLogStore
let ada: Person
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: { ...tap.wrap, chatLogs: (store) => (logs = store) } })
  ada = await app.person('ada')
  admin = await app.admin()
})
afterAll(() => app.close())

const create = `mutation ($roomId: ID!) { createShareLink(roomId: $roomId) { shareLink {
  id url title character roomId entryCount readable createdAt } } }`
const createOnce = `mutation ($roomId: ID!, $key: String) {
  createShareLink(roomId: $roomId, idempotencyKey: $key) { shareLink { id url entryCount } } }`
const revoke = 'mutation ($id: ID!) { revokeShareLink(id: $id) { revokedShareLinkId } }'
const list = '{ myShareLinks { id url title character roomId entryCount readable createdAt } }'
const visibility = `mutation ($id: ID!, $visibility: Visibility!) {
  updateCharacter(id: $id, input: { visibility: $visibility }) { character { id } } }`

interface SeenLink {
  readonly id: string
  readonly url: string
  readonly title: string | null
  readonly readable: boolean
}

const allow = (value: 'true' | 'false') =>
  admin.data(
    'mutation ($value: String) { setInstallationSetting(input: { name: SHARE_LINKS, value: $value }) { setting { value } } }',
    { value },
  )
const linkOf = (answer: Record<string, unknown>): SeenLink =>
  (answer as { createShareLink: { shareLink: SeenLink } }).createShareLink.shareLink
const shared = async (roomId: string, by = ada) => linkOf(await by.data(create, { roomId }))
const listed = async (by = ada) => ((await by.data(list)) as { myShareLinks: SeenLink[] }).myShareLinks
const write = (roomId: string, inputData: string, outputData: string, by = ada) =>
  by.data(save, { input: { roomId, inputData, outputData } })

/** A room with an entry. */
async function roomOf(by = ada, kind: 'chat' | 'office' = 'office'): Promise<string> {
  const roomId = await by.room(kind)
  await write(roomId, 'Hello', 'Ahoy', by)
  return roomId
}

/** What a browser gets at the address of a link. */
async function pageOf(url: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url)
  const response = await fetch(app.url + pathname + search, { headers: { accept: 'text/html', ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const codesOf = ({ errors }: GraphqlAnswer) => errors.map(({ extensions }) => extensions.code)
const statusOf = async ({ url }: SeenLink) => (await pageOf(url)).status

describe('the setting', () => {
  it('is off, and changes while the server runs', async () => {
    const roomId = await roomOf()
    expect(await ada.codes(create, { roomId })).toEqual(['FORBIDDEN'])
    expect(await ada.data('{ installation { shareLinks } }')).toEqual({ installation: { shareLinks: false } })
    await allow('true')
    const link = await shared(roomId)
    expect(await statusOf(link)).toBe(200)
    await allow('false')
    expect(await statusOf(link)).toBe(404)
    expect(await listed()).toMatchObject([{ id: link.id, readable: false }])
    await allow('true')
    expect(await statusOf(link)).toBe(200)
  })
})

describe('a copy', () => {
  beforeAll(() => allow('true'))

  it('has the shown messages and replies as they were, and nothing else of the room', async () => {
    const roomId = await roomOf(ada, 'chat')
    await ada.data(
      'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { id } } }',
      {
        id: roomId,
        input: { name: 'A <b>trip</b>', instructions: 'secret-instructions' },
      },
    )
    tap.next = async function* () {
      yield { kind: 'started' }
      yield { kind: 'thought', attempt: 1, offset: 0, delta: 'secret-thoughts' }
      yield { kind: 'delta', attempt: 1, offset: 0, delta: 'Another **reply**' }
      yield { kind: 'end', outcome: 'completed' }
    }
    await ada.data(regenerate, { roomId, index: 1 })
    await app.idle()
    await write(roomId, 'Second', 'Fine')
    const link = await shared(roomId)
    expect(link).toMatchObject({
      ...{ title: 'A <b>trip</b>', character: 'Grace', roomId, entryCount: 2, readable: true },
    })
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    await ada.data(update, { input: { roomId, index: 2, inputData: 'Changed', outputData: 'Changed' } })
    await write(roomId, 'Afterwards', 'Afterwards')
    const { text, status } = await pageOf(link.url)
    expect(status).toBe(200)
    expect(text).toContain('<h1 dir="auto">A &lt;b&gt;trip&lt;/b&gt;</h1>')
    expect(text).toContain('<p dir="auto">Another <strong>reply</strong></p>')
    expect(text).toContain('<p dir="auto">Fine</p>')
    expect(text).toContain('<h2 dir="auto">Grace</h2>')
    expect(text.indexOf('<p dir="auto">Ahoy</p>')).toBeLessThan(text.indexOf('<article class="own">'))
    for (const absent of ['secret', 'Changed', 'Afterwards', ada.username, 'Local']) expect(text).not.toContain(absent)
  })

  it('is a page without a script that no search engine lists and no cache keeps', async () => {
    const { headers, text } = await pageOf((await shared(await roomOf())).url)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[^']+';form-action 'none';base-uri 'none';frame-ancestors 'none'$/,
    )
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow, noarchive">')
    expect(text).not.toMatch(/<(script|img|iframe|link|form)|src=|url\(/)
  })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['&lt;img src=x onerror=alert(1)&gt;', '&lt;img src=x onerror=alert(1)&gt;'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a](https://x.example/?"onclick="y)', 'href="https://x.example/?%22onclick=%22y"'],
    [
      '![a"b](https://x.example/p.png)',
      '<a href="https://x.example/p.png" rel="noopener noreferrer nofollow ugc">a&quot;b</a>',
    ],
    ['![a](/thumbnail?id=00000000-0000-4000-8000-000000000000)', '![a](/thumbnail'],
    ['```"><script>\nx\n```', '<pre dir="ltr"><code>x</code></pre>'],
    ['| a"b |\n|:-:|\n| <i> |', '<th class="center" dir="auto">a&quot;b</th>'],
    ['# One\n\n- [x] done', '<h3 dir="auto">One</h3><ul><li class="task" dir="auto">☑ done</li></ul>'],
    [
      '```js {1}\nx\n```',
      '<figure class="code"><figcaption>js</figcaption><pre dir="ltr"><code>x</code></pre></figure>',
    ],
    [
      '```js\nconst a = "<i>" // 12\n```',
      '<code><span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;i&gt;&quot;</span> <span class="hljs-comment">// 12</span></code>',
    ],
    [
      '```python\ndef up(x): return 1 # "no"\n```',
      '<span class="hljs-keyword">def</span> <span class="hljs-title">up</span>(x): <span class="hljs-keyword">return</span> <span class="hljs-number">1</span> <span class="hljs-comment"># &quot;no&quot;</span>',
    ],
    ['```text\nconst <b>\n```', '<code>const &lt;b&gt;</code>'],
    ['Costs \\(x < y\\)', '<math><mrow><mi>x</mi><mo>&lt;</mo><mi>y</mi></mrow></math>'],
    [
      '$$\n\\frac{1}{g}\n$$',
      '<span class="formula"><math display="block"><mrow><mfrac><mn>1</mn><mi>g</mi></mfrac></mrow></math></span>',
    ],
    ['\\(\\text{<img src=x onerror=y>}\\)', '&lt;img\u00a0src=x\u00a0onerror=y&gt;</mtext>'],
    ['\\(\\href{javascript:alert(1)}{x}\\)', '<code>\\(\\href{javascript:alert(1)}{x}\\)</code>'],
    ['\\(\\frac{1\\)', '<code>\\(\\frac{1\\)</code>'],
    ['\\(\\def\\a{x}\\a<i>\\)', '<code>\\(\\def\\a{x}\\a&lt;i&gt;\\)</code>'],
  ])('renders %j without a way out of its text', async (markdown, html) => {
    const roomId = await ada.room()
    await write(roomId, markdown, markdown)
    const link = await shared(roomId)
    const page = (await pageOf(link.url)).text
    // without the title
    const text = page.slice(page.indexOf('<main>'))
    expect(text.split(html)).toHaveLength(3)
    expect(text).not.toMatch(/<(script|img|i)\b|javascript:[^)]*"/)
    await ada.data(revoke, { id: link.id })
  })

  it('has the pages of the web that a reply was made from, and no files', async () => {
    const roomId = await ada.room()
    const source = { place: null, passage: 'secret passage' }
    const page = { kind: 'WEB', number: 1, title: 'A "quay"', link: 'https://x.example/?a&b', file: null } as const
    const file = { kind: 'FILE', number: 2, title: 'private.pdf', link: null, file: 'f' } as const
    const sources = [page, file].map((each) => ({ ...each, ...source }))
    const entry = { inputData: 'Where?', outputData: 'Here [1], not [2] or `[1]`.', imgUrl: null, sources }
    await logs.append({ kind: 'office', userId: ada.id, id: roomId }, entry)
    const { text } = await pageOf((await shared(roomId)).url)
    expect(text).toContain(
      '<p dir="auto">Here <a href="https://x.example/?a&amp;b" rel="noopener noreferrer nofollow ugc">[1]</a>, not [2] or <code>[1]</code>.</p>',
    )
    expect(text).toContain(
      '<h3>Sources</h3>\n<ol><li value="1" dir="auto"><a href="https://x.example/?a&amp;b" rel="noopener noreferrer nofollow ugc">A &quot;quay&quot;</a></li></ol>',
    )
    expect(text).not.toMatch(/private|secret/)
  })

  it('is in the language of the browser', async () => {
    const { text } = await pageOf((await shared(await roomOf())).url, { 'accept-language': 'ko' })
    expect(text).toContain('<html lang="ko">')
    expect(text).toContain('<h2 class="unseen">사용자</h2>')
    expect(text).toContain('<a class="button" href="./">채팅 시작</a></header>')
  })
})

describe('a link', () => {
  beforeAll(() => allow('true'))

  it('is made by the owner of the room alone', async () => {
    const [eve, roomId] = [await app.person('eve'), await roomOf()]
    const guest = 'mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }'
    const ofGuest = at(await app.stranger().data(guest), 'createOfficeRoom', 'room', 'id')
    for (const id of [roomId, ofGuest, '00000000-0000-4000-8000-000000000000', 'x'])
      for (const by of [eve, admin]) expect(await by.codes(create, { roomId: id })).toEqual(['NOT_FOUND'])
    expect(await app.stranger().codes(create, { roomId })).toEqual(['UNAUTHENTICATED'])
  })

  it('is listed by its owner with the same address, and ends when the owner revokes it', async () => {
    const [bob, eve] = [await app.person('bob'), await app.person('eve')]
    const roomId = await roomOf(bob)
    const [first, second] = [await shared(roomId, bob), await shared(roomId, bob)]
    expect(first.url).not.toBe(second.url)
    expect((await listed(bob)).map(({ url }) => url).sort()).toEqual([first.url, second.url].sort())
    expect(await listed(eve)).toEqual([])
    for (const id of [first.id, 'x', '00000000-0000-4000-8000-000000000000'])
      expect(await eve.codes(revoke, { id })).toEqual(['NOT_FOUND'])
    expect(await statusOf(first)).toBe(200)
    await bob.data(revoke, { id: first.id })
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    expect(await bob.codes(revoke, { id: first.id })).toEqual(['NOT_FOUND'])
  })

  it('is answered alike when it is unknown, revoked, gone or cut', async () => {
    const bob = await app.person('bob')
    const [kept, deleted] = [await roomOf(bob), await roomOf(bob)]
    const [revoked, ofRoom] = [await shared(kept, bob), await shared(deleted, bob)]
    await bob.data(revoke, { id: revoked.id })
    await bob.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: deleted })
    const token = new URL(ofRoom.url).searchParams.get('token') ?? ''
    const address = (text: string) => `${app.url}/shared?token=${text}`
    const unknown = [`${token.slice(0, -4)}AAAA`, `A${token.slice(1)}`, token.slice(0, 22), 'x', '', bob.token ?? '']
    const pages = await Promise.all([revoked.url, ofRoom.url, ...unknown.map(address)].map((url) => pageOf(url)))
    expect(new Set(pages.map(({ status, text }) => JSON.stringify([status, text]))).size).toBe(1)
    expect(pages[0]).toMatchObject({ status: 404 })
    expect(pages[0]?.text).toContain('<h1>This link no longer works</h1>')
    expect(pages[0]?.text).toContain('<a class="button" href="./">Start a chat</a>')
    const body = await fetch(address('x'))
    expect([body.status, await body.text()]).toEqual([404, '{"detail":"Not found"}'])
  })

  it('does not work while its owner awaits approval', async () => {
    const bob = await app.person('bob')
    const link = await shared(await roomOf(bob), bob)
    // no account with links gets this state by a request
    const setWaiting = (awaitingApprovalSince: number | null) =>
      app.app.database.write((db) => db.update(UserTable, { id: Number(bob.id) }, { awaitingApprovalSince }))
    await setWaiting(1)
    expect(await statusOf(link)).toBe(404)
    await setWaiting(null)
    expect(await statusOf(link)).toBe(200)
  })

  it('does not work while its owner is banned, and ends with the account', async () => {
    const bob = await app.person('bob')
    const link = await shared(await roomOf(bob), bob)
    await admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: bob.id })
    expect(await statusOf(link)).toBe(404)
    await admin.data('mutation ($id: ID!) { unbanUser(id: $id) { account { id } } }', { id: bob.id })
    expect(await statusOf(link)).toBe(200)
    await admin.data('mutation ($id: ID) { deleteAccount(id: $id) { deletedAccountId } }', { id: bob.id })
    expect(await statusOf(link)).toBe(404)
    const rows = await app.app.database.read((db) => db.count(ShareLinkTable, { id: link.id }))
    expect(rows).toBe(0)
  })

  it('does not work while its character is not public, and ends with the character', async () => {
    const bob = await app.person('bob')
    const roomId = await roomOf(bob, 'chat')
    const link = await shared(roomId, bob)
    const { room } = await bob.data('query ($id: ID!) { room(id: $id) { ... on ChatRoom { characterId } } }', {
      id: roomId,
    })
    const id = at({ room }, 'room', 'characterId')
    await bob.data(visibility, { id, visibility: 'PRIVATE' })
    expect(await statusOf(link)).toBe(404)
    expect(await listed(bob)).toMatchObject([{ readable: false }])
    expect(await bob.codes(create, { roomId })).toEqual(['CONFLICT'])
    await bob.data(visibility, { id, visibility: 'PUBLIC' })
    expect(await statusOf(link)).toBe(200)
    await admin.data('mutation ($id: ID!) { hideCharacter(input: { id: $id, reason: "spam" }) { character { id } } }', {
      id,
    })
    expect(await statusOf(link)).toBe(404)
    await bob.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
    expect(await statusOf(link)).toBe(404)
    expect(await listed(bob)).toEqual([])
  })

  it('is refused for a room without entries, and for one that is too long', async () => {
    const [empty, long] = [await ada.room(), await ada.room()]
    await write(long, 'x', '<'.repeat(limits.shareLinkLength / 4))
    for (const roomId of [empty, long]) expect(await ada.codes(create, { roomId })).toEqual(['CONFLICT'])
  })

  it('is one of at most 50, however many are made at once', async () => {
    const bob = await app.person('bob')
    const roomId = await roomOf(bob)
    const answers = await Promise.all(Array.from({ length: 30 }, () => bob.graphql(create, { roomId })))
    answers.push(...(await Promise.all(Array.from({ length: 30 }, () => bob.graphql(create, { roomId })))))
    expect(answers.flatMap(codesOf)).toEqual(Array.from({ length: 10 }, () => 'CONFLICT'))
    expect(await listed(bob)).toHaveLength(limits.shareLinks)
    // more calls than an account has in ten minutes
    expect(await bob.codes(create, { roomId })).toEqual(['RATE_LIMITED'])
  })

  it('is made once for an idempotency key, however many calls have it at once', async () => {
    const bob = await app.person('bob')
    const [roomId, another] = [await roomOf(bob), await roomOf(bob)]
    const call = () => bob.graphql(createOnce, { roomId, key: 'link-1' })
    const answers = await Promise.all(Array.from({ length: 10 }, call))
    await write(roomId, 'Afterwards', 'Afterwards', bob)
    answers.push(await call())
    const made = await listed(bob)
    expect(made).toHaveLength(1)
    const link = { id: made[0]?.id, url: made[0]?.url, entryCount: 1 }
    expect(answers).toEqual(answers.map(() => ({ data: { createShareLink: { shareLink: link } }, errors: [] })))
    expect(await bob.codes(createOnce, { roomId: another, key: 'link-1' })).toEqual(['CONFLICT'])
    await bob.data(revoke, { id: link.id })
    expect(codesOf(await call())).toEqual(['NOT_FOUND'])
  })

  it('is made with documented errors alone while others of the account are revoked and its room is deleted', async () => {
    const bob = await app.person('bob')
    const [kept, deleted] = [await roomOf(bob), await roomOf(bob)]
    const deletion = 'mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }'
    const calls = Array.from({ length: 30 }, async (_, number) => {
      if (number === 15) return bob.graphql(deletion, { id: deleted })
      const answer = await bob.graphql(create, { roomId: number % 2 === 0 ? kept : deleted })
      if (number % 3 > 0 || answer.errors.length > 0) return answer
      return bob.graphql(revoke, { id: linkOf(answer.data ?? {}).id })
    })
    const codes = new Set((await Promise.all(calls)).flatMap(codesOf))
    codes.delete('NOT_FOUND')
    expect([...codes]).toEqual([])
    expect((await listed(bob)).map(({ id }) => id)).toHaveLength(10)
  })
})

it('requests of one address are limited', async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: '{"shareLink":{"perAddress":3}}' } })
  try {
    const request = () => fetch(`${limited.url}/shared?token=x`, { headers: { accept: 'text/html' } })
    const answers = [await request(), await request(), await request(), await request()]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
    expect(answers.at(-1)?.headers.get('content-type')).toContain('text/html')
  } finally {
    await limited.close()
  }
})
