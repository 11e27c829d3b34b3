import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { createParley } from '../../packages/client/src/index.js'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { UserTable } from '../../src/database/tables/users.js'
import { isStoredImageUrl } from '../../src/limits.js'
import { mailsOf, wrongCode } from '../support/accounts/mailbox.js'
import { graphqlApi } from '../support/accounts/verification-apis.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, type Person } from '../support/app/person.js'
import { newAccount } from '../support/clients/client-fixture.js'
import { rowsOf } from '../support/documents/pages.js'
import { PathProxy } from '../support/http/path-proxy.js'
import { create, updateProfile } from '../support/images/image-fixture.js'
import { noise } from '../support/images/pictures.js'
import { save } from '../support/rooms/log-queries.js'

const path = '/parley'

let proxy: PathProxy
let app: TestApp
/** At the address of the proxy. */
let ada: Person
let imageId: string
beforeAll(async () => {
  proxy = await PathProxy.open()
  const limits = JSON.parse(noLimits) as object
  const RATE_LIMITS = JSON.stringify({ ...limits, wrongCode: { perAddress: false, perAccount: 30, inARow: 1 } })
  app = await createTestApp({ env: { PUBLIC_URL: proxy.urlOf(path), RATE_LIMITS, SHARE_LINKS: 'true' } })
  proxy.lead(path, app.url)
  ada = (await app.person('ada')).movedTo(proxy.urlOf(path))
  imageId = at((await upload()).body, 'id')
})
afterAll(async () => {
  await app.close()
  await proxy.close()
})

async function upload() {
  const form = new FormData()
  form.append('image', new Blob([await noise(6, 4).png().toBuffer()]), 'a.png')
  return ada.rest('POST', '/images', form)
}

const email = () => `${ada.username}@example.com`
/** The answer to Ada's browser, which has followed a link. */
const followed = (address: string) => ada.movedTo('').rest('GET', address, undefined, { accept: 'text/html,*/*;q=0.8' })
const linkIn = (text = '', page: RegExp) => page.exec(text)?.[0] ?? 'no link'
/** The address that a header names in the answer to a request of this path. */
const resolved = (named: string | null, from: string) => new URL(named ?? '', proxy.urlOf(path) + from).href

/** Each door of docs/reference/proxies.md with the address that it writes. */
const doors: Readonly<Record<string, () => Promise<string>>> = {
  '`POST /images`, `uploadImage`': async () => at((await upload()).body, 'url'),
  'pictures of characters': async () =>
    at(await ada.data(create, { input: { name: 'Grace', imageId } }), 'createCharacter', 'character', 'imageUrl'),
  'pictures of accounts': async () =>
    at(await ada.data(updateProfile, { input: { imageId } }), 'updateProfile', 'account', 'profileImageUrl'),
  'links of data exports': async () => {
    await ada.data('mutation { exportMyData { dataExport { id } } }')
    await app.app.product.dataExports.round()
    return at((await ada.rest('POST', '/api/users/data-export/link')).body, 'url')
  },
  'links to files of chats': async () => {
    const { body } = await ada.rest('POST', `/api/rooms/${await ada.room()}/export`, { format: 'MARKDOWN' })
    return at(body, 'url')
  },
  'links to copies of chats': async () => {
    const roomId = await ada.room()
    await ada.data(save, { input: { roomId, inputData: 'Hello', outputData: 'Ahoy' } })
    const made = 'mutation ($id: ID!) { createShareLink(roomId: $id) { shareLink { url } } }'
    return at(await ada.data(made, { id: roomId }), 'createShareLink', 'shareLink', 'url')
  },
  'mails with a link for a new password': async () => {
    const to = (await app.person('ben')).username + '@example.com'
    await graphqlApi.send(app, to, 'register')
    const [first] = await mailsOf(app, to)
    const [code = ''] = /\b\d{6}\b/.exec(first?.text ?? '') ?? []
    await graphqlApi.verify(app, to, wrongCode(code), 'register')
    await graphqlApi.send(app, to, 'password_reset')
    return linkIn((await mailsOf(app, to)).at(-1)?.text, /http\S+reset-password\?token=\S+/)
  },
  'mails with the way back': async () => {
    await app.app.database.write((db) => db.update(UserTable, { id: Number(ada.id) }, { emailVerified: true }))
    await ada.data('mutation { createApiKey(input: { name: "x" }) { apiKey { id } } }')
    return linkIn((await mailsOf(app, email())).at(-1)?.text, /http\S+account-recovery\?token=\S+/)
  },
  '`Location` of an answer 202': async () => {
    const begun = await ada.rest('POST', '/generations', { room_id: await ada.room(), text: 'Hello' })
    expect(begun.status).toBe(202)
    return resolved(begun.headers.get('location'), '/generations')
  },
  '`Link` of a list': async () => {
    for (let count = 0; count < 2; count += 1) await ada.data(create, { input: { name: 'Grace' } })
    const { headers } = await ada.rest('GET', '/api/characters/my?limit=1')
    return resolved(/^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '', '/api/characters/my?limit=1')
  },
  'the line at `/`': async () => {
    const line = await (await fetch(`${app.url}/`)).text()
    const [, graphql = ''] = /GraphQL at (\S+), REST at \/parley\/docs\n$/.exec(line) ?? []
    return `${resolved(graphql, '/')}?query=%7B__typename%7D`
  },
  '`/openapi.json`': async () => {
    const { body } = await ada.rest('GET', '/openapi.json')
    return resolved(`${at(body, 'servers', 0, 'url')}/api/characters/my`, '/openapi.json')
  },
}

describe('behind a path that a proxy strips', () => {
  it.each(Object.keys(doors))('the address of a door leads back through it: %s', async (door) => {
    const address = await doors[door]?.()
    expect(address?.startsWith(`${proxy.urlOf(path)}/`)).toBe(true)
    expect((await followed(address ?? '')).status).toBe(200)
  })

  it('these are the doors of docs/reference/proxies.md', () => {
    const [, section = ''] = readFileSync('docs/reference/proxies.md', 'utf8').split('\n## A path before the service\n')
    const [, table = ''] = section.split('\n\n| door')
    const rows = rowsOf(`| door${table.split('\n\n')[0] ?? ''}`).filter(([door]) => door !== 'door')
    expect(rows.map(([door]) => door).sort()).toEqual(Object.keys(doors).sort())
  })

  it('the page for an unknown path leads to the home page', async () => {
    const { status, text } = await followed(`${proxy.urlOf(path)}/no/such/page`)
    expect(status).toBe(404)
    expect(text).toContain('<svg class="mark"')
    const [, href = ''] = /<a class="button" href="([^"]+)">Go to the home page<\/a>/.exec(text) ?? []
    expect(resolved(href, '/no/such/page')).toBe(`${proxy.urlOf(path)}/`)
  })

  it.each(['*', 'foo://bar', 'http://[bad'])(
    'a page for the target %s, which is not a path, is refused',
    async (target) => {
      const { hostname, port } = new URL(app.url)
      const status = await new Promise<number | undefined>((done, fail) => {
        const request = get({ hostname, port, path: target, headers: { accept: 'text/html' } }, (response) => {
          response.resume()
          done(response.statusCode)
        })
        request.once('error', fail)
      })
      expect([400, 404]).toContain(status)
    },
  )

  it('an entry has the address of a picture with the path, and with that of earlier settings without it', async () => {
    const character = await ada.room('chat')
    const { origin } = new URL(proxy.urlOf(path))
    const saved = async (imgUrl: string) =>
      (await ada.graphql(save, { input: { roomId: character, inputData: 'Look', outputData: 'Ahoy', imgUrl } })).errors
    for (const before of [`${origin}${path}`, origin])
      expect(await saved(`${before}/thumbnail?id=${imageId}`)).toEqual([])
    for (const before of [`${origin}/other`, `${origin}${path}${path}`, `${origin}/x/..${path}`, `${origin}${path}/`])
      expect(await saved(`${before}/thumbnail?id=${imageId}`)).not.toEqual([])
  })

  it('a character that is sent with the address of a picture has that picture', async () => {
    const imageUrl = `${proxy.urlOf(path)}/thumbnail?id=${imageId}`
    const id = Number(
      at(await ada.data(create, { input: { name: 'Grace', imageUrl } }), 'createCharacter', 'character', 'id'),
    )
    const stored = await app.app.database.read((db) => db.selectOne(CharacterTable, { id }))
    expect(stored).toMatchObject({ imageId, imageUrl: null })
  })

  it.each([
    ['sockets', WebSocket, undefined],
    ['event streams', false, '/graphql/stream'],
  ] as const)('the client package follows a reply over %s', async (_name, socket, stream) => {
    const asked: string[] = []
    const counted: typeof fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : String(input))
      return fetch(input, init)
    }
    const parley = createParley({ url: `${proxy.urlOf(path)}/`, WebSocket: socket, fetch: counted })
    await parley.register(newAccount('prefixed'))
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    const sent = await room.send('Hello')
    let last = { status: '', text: '' }
    for await (const { status, text } of sent.events()) last = { status, text }
    leave()
    expect(last.status).toBe('COMPLETED')
    expect(last.text).not.toBe('')
    expect(asked.every((url) => url.startsWith(`${proxy.urlOf(path)}/`))).toBe(true)
    expect(asked.includes(`${proxy.urlOf(path)}/graphql/stream`)).toBe(stream !== undefined)
  })
})

describe('without PUBLIC_URL', () => {
  it('answers name no path', async () => {
    const plain = await createTestApp()
    const ben = await plain.person('ben')
    const begun = await ben.rest('POST', '/generations', { room_id: await ben.room(), text: 'Hello' })
    expect(begun.headers.get('location')).toMatch(/^\/generations\//)
    await plain.close()
  })
})

describe('the address of a stored picture', () => {
  const places = ['chat.example', 'chat.example/a/b(1)']

  it.each([
    ['https://chat.example/thumbnail?id=x', true],
    ['https://CHAT.example:443/a/b(1)/thumbnail?id=x', true],
    ['https://chat.example/a/thumbnail?id=x', false],
    ['https://chat.example/a/b(1)/../b(1)/thumbnail?id=x', false],
    ['https://chat.example//a/b(1)/thumbnail?id=x', false],
    ['https://chat.example/A/B(1)/thumbnail?id=x', false],
    ['https://else.example/a/b(1)/thumbnail?id=x', false],
  ])('%s: %s', (url, isStored) => {
    expect(isStoredImageUrl(url, places)).toBe(isStored)
  })
})
