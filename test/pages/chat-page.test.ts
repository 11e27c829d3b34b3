import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildChat } from '../../pages/chat/build.mjs'
import { mountChat, mountDashboard, mountSignpost } from '../../src/http/pages/pages.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { ToyFacade } from '../support/http/toy-facade.js'
import { welcomeText } from '../support/pages/welcome-text.js'

/** What browsers send for an address that is typed or followed. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' }
const others = [
  ['curl', { accept: '*/*' }],
  ['a client of JSON', { accept: 'application/json' }],
  ['a client of JSON that knows HTML', { accept: 'application/json, text/html' }],
  ['a client that accepts text', { accept: 'text/plain' }],
  ['a client without a preference', {}],
] as const

const line = 'Parley: GraphQL at /graphql, REST at /docs\n'
const plainText = 'text/plain; charset=utf-8'

/** The answer as it was sent: `fetch` hides the encoding, and adds headers of its own. */
const ask = async (url: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
  const [response] = (await once(request(url, { headers, method }).end(), 'response')) as [IncomingMessage]
  const body = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() }
}

describe('the chat page of a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-chat-page-'))
  const server = new ToyFacade()
  let [script, styles, icon] = ['', '', '']
  /** The paths of the files that the page at an address loads, as a browser reads them. */
  const filesOf = async (address: string): Promise<string[]> => {
    const { text } = await ask(server.url(address), browser)
    const named = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, each = '']) => each)
    return named.map((each) => new URL(each, server.url(address)).pathname)
  }
  beforeAll(async () => {
    await buildChat(process.cwd(), join(folder, 'chat'))
    await server.open({ mount: (app) => mountChat({ app, folder, log: server.logger }) })
    const addresses = await filesOf('/')
    const ending = (name: string) => addresses.find((address) => address.endsWith(name)) ?? ''
    ;[script, styles, icon] = [ending('.js'), ending('.css'), ending('.svg')]
  }, 60_000)
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('is served to browsers, which ask again at each visit', async () => {
    const { status, headers, text } = await ask(server.url('/'), browser)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.vary).toContain('Accept')
    expect(text).toContain('<div id="root">')
    const again = await ask(server.url('/'), { ...browser, 'if-none-match': String(headers.etag) })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
  })

  it.each(others)('is not served to others: %s', async (_name, headers) => {
    const answer = await ask(server.url('/'), headers)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: line })
    // or a cache would send this answer to browsers
    expect(answer.headers.vary).toContain('Accept')
  })

  it.each(['a', 'b', 'c'])('is where the provider of slot %s sends people back', async (slot) => {
    const address = `/sign-in/social-${slot}?code=c&state=s`
    const [page, back] = [await ask(server.url('/'), browser), await ask(server.url(address), browser)]
    expect([back.status, await filesOf(address)]).toEqual([200, await filesOf('/')])
    expect(back.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
  })

  it('is named by the start', () => {
    expect(welcomeText(folder)).toContain('To get started, open http://')
  })

  it('answers HEAD like GET, without the content', async () => {
    for (const path of ['/', script]) {
      const [got, asked] = [await ask(server.url(path), browser), await ask(server.url(path), browser, 'HEAD')]
      expect(asked.status).toBe(200)
      expect(asked.text).toBe('')
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
        expect([name, asked.headers[name]]).toEqual([name, got.headers[name]])
    }
  })

  it('has a policy without inline code and other hosts', async () => {
    const { headers } = await ask(server.url('/'), browser)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';worker-src 'self';font-src 'self';manifest-src 'self'",
    )
  })

  it('names its own files only, and has no code of its own', async () => {
    const { text } = await ask(server.url('/'), browser)
    const addresses = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses).toHaveLength(5)
    // relative: a proxy can put a path before the page
    const own = /^\.\/(chat\/(chunk|styles|icon|apple-touch-icon)-[A-Z0-9]{8}\.(js|css|svg|png)|manifest\.webmanifest)$/
    for (const address of addresses) expect(address).toMatch(own)
    expect(text).not.toMatch(/<style|style=|<script(?! type="module" src="[^"]+"><\/script>)| on\w+=/)
  })

  it('has one script, which loads no other one before it runs', async () => {
    const { text } = await ask(server.url(script), {})
    expect(text).toMatch(/\bimport\("\.\//)
    expect(text).not.toMatch(/\b(?:from|import)"\.\//)
  })

  it('has files that browsers keep', async () => {
    for (const path of [script, styles, icon]) {
      const { status, headers } = await ask(server.url(path), {})
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ] as const)('has files that are sent as %s to a client that accepts %j', async (encoding, accepted, decoded) => {
    for (const [path, type] of [
      [script, 'text/javascript; charset=utf-8'],
      [styles, 'text/css; charset=utf-8'],
      [icon, 'image/svg+xml'],
    ] as const) {
      const plain = await ask(server.url(path), {})
      const { status, headers, body } = await ask(server.url(path), { 'accept-encoding': accepted })
      expect(status).toBe(200)
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['content-type']).toBe(type)
      expect(headers.vary).toContain('Accept-Encoding')
      expect(decoded(body).equals(plain.body)).toBe(true)
      // the forms of a file are different answers, also to a cache that compares its tag
      expect(headers.etag === plain.headers.etag).toBe(encoding === undefined)
      const validated = await ask(server.url(path), {
        'accept-encoding': accepted,
        'if-none-match': String(headers.etag),
      })
      expect(validated.status).toBe(304)
    }
  })

  it.each(['/chat/', '/chat/nothing.js', '/chat/page.html', '/chat/../page.html', '/chat/%2e%2e%2fpage.html', '/chat'])(
    'has no file %s',
    async (path) => {
      const { status, headers } = await ask(server.url(path), { ...browser, 'accept-encoding': 'gzip, br' })
      expect(status).toBe(404)
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers['cache-control'] ?? '').not.toContain('immutable')
    },
  )

  describe('as an app', () => {
    /** The width and the height that a PNG names. */
    const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
    const manifest = async (address = '/') => {
      const { text } = await ask(server.url(address), browser)
      const [, path = ''] = /rel="manifest" href="([^"]+)"/.exec(text) ?? []
      const url = new URL(path, server.url(address)).href
      return { url, ...(await ask(url, {})) }
    }

    it('has a manifest, which browsers ask for again', async () => {
      const { url, status, headers, text } = await manifest()
      expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-cache')
      expect(JSON.parse(text)).toMatchObject({
        ...{ name: 'Parley', short_name: 'Parley', start_url: './', scope: './', display: 'standalone' },
      })
      expect((await ask(url, { 'if-none-match': String(headers.etag) })).status).toBe(304)
      expect((await manifest('/sign-in/social-a?code=c&state=s')).url).toBe(url)
    })

    it('has icons of the sizes that the manifest names, one of them for any form', async () => {
      const { url, text } = await manifest()
      const { icons } = JSON.parse(text) as { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
      expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
        ['192x192', undefined],
        ['512x512', undefined],
        ['512x512', 'maskable'],
      ])
      for (const { src, sizes, type } of icons) {
        const { status, headers, body } = await ask(new URL(src, url).href, { 'accept-encoding': 'gzip, br' })
        expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, type, undefined])
        expect(sizeOf(body).join('x')).toBe(sizes)
        expect(headers['cache-control']).toContain('immutable')
      }
      const { text: page } = await ask(server.url('/'), browser)
      const [, apple = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? []
      expect(sizeOf((await ask(new URL(apple, server.url('/')).href, {})).body)).toEqual([180, 180])
    })

    it('has the colours of its bars for light and dark', async () => {
      const { text } = await ask(server.url('/'), browser)
      const tokens = readFileSync('pages/ui/theme/tokens.css', 'utf8')
      const [, light, dark] = /--surface: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? []
      for (const [scheme, colour] of [
        ['light', light],
        ['dark', dark],
      ])
        expect(text).toContain(
          `<meta name="theme-color" media="(prefers-color-scheme: ${String(scheme)})" content="${String(colour)}" />`,
        )
      expect(JSON.parse((await manifest()).text)).toMatchObject({ theme_color: light })
    })

    it('answers the address of an icon that programs know without HTML', async () => {
      const { status, headers, body } = await ask(server.url('/favicon.ico'), {})
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        ...[200, 'image/x-icon', 'public, max-age=86400'],
      ])
      expect([body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt16LE(4)]).toEqual([0, 1, 3])
      const refused = await ask(server.url('/favicon.ico'), {}, 'POST')
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    })
  })

  describe('colours code in its worker', () => {
    type Colours = readonly (string | { readonly className: string; readonly parts: Colours })[]
    interface Message {
      readonly kind: string
      readonly colours?: Colours
    }
    const messages: Message[] = []
    const listeners: ((event: { readonly data: unknown }) => void)[] = []
    beforeAll(() => {
      const files = join(folder, 'chat', 'files')
      const [name = ''] = readdirSync(files).filter((each) => /^colour-worker-\w+\.js$/.test(each))
      runInNewContext(readFileSync(join(files, name), 'utf8'), {
        self: { postMessage: (message: unknown) => messages.push(JSON.parse(JSON.stringify(message)) as Message) },
        addEventListener: (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener),
      })
      expect(messages.splice(0)).toEqual([{ kind: 'ready' }])
    })
    const coloursOf = (text: string, language: string): Colours | undefined => {
      for (const listener of listeners) listener({ data: { text, language } })
      const [message, ...others] = messages.splice(0)
      expect([message?.kind, others]).toEqual(['coloured', []])
      return message?.colours
    }
    const textOf = (colours: Colours): string =>
      colours.map((part) => (typeof part === 'string' ? part : textOf(part.parts))).join('')
    const depthOf = (colours: Colours): number =>
      Math.max(0, ...colours.map((part) => (typeof part === 'string' ? 0 : 1 + depthOf(part.parts))))
    const code = 'const a = { b: "c", d: [1, 2] } // e <f g="h">\n'.repeat(20)

    it('by the classes of highlight.js', () => {
      expect(coloursOf('let a = 1', 'js')).toEqual([
        { className: 'hljs-keyword', parts: ['let'] },
        ' a = ',
        { className: 'hljs-number', parts: ['1'] },
      ])
    })

    it.each(['bash', 'cpp', 'css', 'diff', 'html', 'java', 'json', 'markdown', 'py', 'rust', 'sql', 'ts', 'yaml'])(
      'with all of its characters: %s',
      (language) => {
        expect(textOf(coloursOf(code, language) ?? [])).toBe(code)
      },
    )

    it('but not in an unknown language, nor of more parts than a page can show', () => {
      expect(coloursOf(code, 'klingon')).toBeUndefined()
      expect(coloursOf('1 '.repeat(2_000), 'js')).toBeDefined()
      expect(coloursOf('1 '.repeat(9_000), 'js')).toBeUndefined()
    })

    it('to a bounded depth', () => {
      const text = '`${'.repeat(300)
      const colours = coloursOf(text, 'js') ?? []
      expect([textOf(colours), depthOf(colours)]).toEqual([text, 12])
    })
  })

  it('has no addresses of the compressed forms of its files', async () => {
    for (const path of [`${script}.br`, `${script}.gz`, `${script}%2Ebr`, `${styles}.br`])
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { status, headers } = await ask(server.url(path), { 'accept-encoding': accepted })
        expect({ path, status }).toEqual({ path, status: 404 })
        expect(headers['content-encoding']).toBeUndefined()
      }
  })
})

describe.each([
  ['without a build', () => undefined],
  [
    'of a build that has not ended',
    (folder: string) => {
      mkdirSync(join(folder, 'chat'))
      writeFileSync(join(folder, 'chat', 'page.html'), '<!doctype html>')
    },
  ],
])('the chat page %s', (_state, write) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-no-pages-'))
  beforeAll(() => write(folder))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is skipped with a line in the log, and / says where the API is', async () => {
    const server = new ToyFacade()
    await server.open({ mount: (app) => mountChat({ app, folder, log: server.logger }) })
    expect(server.lines).toContainEqual({
      level: 'info',
      fields: { folder: join(folder, 'chat') },
      event: 'chat_page.skipped',
    })
    const { status, text, headers } = await ask(server.url('/'), browser)
    expect({ status, text, type: headers['content-type'] }).toEqual({ status: 200, text: line, type: plainText })
    expect((await ask(server.url('/api/notes'), {})).status).toBe(200)
    await server.close()
  })

  it('is not named by the start', () => {
    const text = welcomeText(folder)
    expect(text).not.toContain('browser')
    expect(text).toContain('To get started:\n  curl ')
  })
})

describe('the console of the public address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-console-'))
  const server = new ToyFacade()
  beforeAll(async () => {
    mkdirSync(join(folder, 'dashboard', 'files'), { recursive: true })
    writeFileSync(join(folder, 'dashboard', 'page.html'), '<!doctype html><title>console</title>')
    await server.open({
      mount: (app) => {
        mountDashboard({ app, folder, log: server.logger }, '/console', { isAlone: true })
        mountSignpost({ app })
      },
    })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('is named by the start where CONSOLE allows it', () => {
    const named = /console +http:\/\/\S+:8080\/console \(in a browser\)/
    expect(welcomeText(folder)).toMatch(named)
    expect(welcomeText(folder, { CONSOLE: 'admin-port' })).not.toMatch(named)
    expect(welcomeText(folder, { CONSOLE: 'admin-port' })).toContain(':3001 (console in a browser)')
  })

  it('is where a provider sends people back if there is no chat page, and no other visitor of /', async () => {
    for (const path of ['/?code=c&state=s', '/?error=access_denied&state=s', '/sign-in/social-b?code=c&state=s'])
      expect((await ask(server.url(path), browser)).text).toContain('<title>console</title>')
    for (const path of ['/', '/?state=s', '/?code=c']) expect((await ask(server.url(path), browser)).text).toBe(line)
    expect((await ask(server.url('/?code=c&state=s'), { accept: '*/*' })).text).toBe(line)
  })
})

describe('the application service', () => {
  let app: TestApp
  let withoutPage: TestApp
  beforeAll(async () => {
    ;[app, withoutPage] = await Promise.all([createTestApp(), createTestApp({ env: { CHAT_PAGE: 'false' } })])
  })
  afterAll(() => Promise.all([app.close(), withoutPage.close()]))

  it.each(others)('says at / in one line where the API is: %s', async (_name, headers) => {
    for (const { url } of [app, withoutPage]) {
      const { status, headers: sent, text } = await ask(`${url}/`, headers)
      expect({ status, text, type: sent['content-type'] }).toEqual({ status: 200, text: line, type: plainText })
    }
  })

  it('says the same to browsers when the page is off', async () => {
    const { status, text } = await ask(`${withoutPage.url}/`, browser)
    expect({ status, text }).toEqual({ status: 200, text: line })
    expect((await ask(`${withoutPage.url}/`, {}, 'HEAD')).status).toBe(200)
    expect((await ask(`${withoutPage.url}/chat/page.js`, {})).status).toBe(404)
  })
})
