import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as streamText } from 'node:stream/consumers'
import { accentFault, accentOf, contrastOf } from '../../src/accent.js'
import { mountChat } from '../../src/http/pages/pages.js'
import { buildChat } from '../../pages/chat/build.mjs'
import { readConfig } from '../../src/config/config.js'
import { animation, notedPng, twoHalves } from '../support/images/pictures.js'
import { mailsOf } from '../support/accounts/mailbox.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import type { Person } from '../support/app/person.js'
import { ToyFacade } from '../support/http/toy-facade.js'

const setting =
  'mutation ($input: SetInstallationSettingInput!) { setInstallationSetting(input: $input) { setting { value } } }'
const look = '{ installation { name accent { light dark } termsUrl privacyUrl helpUrl notice } }'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: noLimits, TERMS_URL: '/terms.html' } })
  admin = await app.admin()
})
afterAll(() => app.close())

const set = (name: string, value: string | null) => admin.graphql(setting, { input: { name, value } })
const shown = async () => (await app.stranger().data(look))['installation']

describe('the look of an installation', () => {
  it('is that of Parley until it is set, and is public', async () => {
    const nothing = { accent: null, privacyUrl: null, helpUrl: null, notice: null }
    expect(await shown()).toEqual({ name: 'Parley', termsUrl: '/terms.html', ...nothing })
    await set('INSTALLATION_NAME', 'Acme & Söhne <Chat>')
    await set('ACCENT_COLOR', '#1F6F5C')
    await set('HELP_URL', 'https://help.example/start?lang=en')
    await set('INSTALLATION_NOTICE', 'Maintenance on <b>Sunday</b> at 8:00')
    expect(await shown()).toEqual({
      name: 'Acme & Söhne <Chat>',
      accent: { light: '#1f6f5c', dark: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      termsUrl: '/terms.html',
      privacyUrl: null,
      helpUrl: 'https://help.example/start?lang=en',
      notice: 'Maintenance on <b>Sunday</b> at 8:00',
    })
  })

  it('is in subject, text and sender of mails', async () => {
    const input = { email: 'reader@example.com', verificationType: 'REGISTER' }
    const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
    await app.stranger().data(send, { input })
    await app.app.product.verification.idle()
    const [mail] = await mailsOf(app, input.email)
    expect(mail?.subject).toBe('Acme & Söhne <Chat>: verify your email address')
    expect(mail?.from?.value).toMatchObject([{ name: 'Acme & Söhne <Chat>' }])
    expect(mail?.text).toContain('\n\nAcme & Söhne <Chat>\n')
    expect(mail?.html).toContain('<title>Acme &amp; Söhne &lt;Chat&gt;: verify')
  })

  it.each([
    ['INSTALLATION_NAME', ''],
    ['INSTALLATION_NAME', ' Acme'],
    ['INSTALLATION_NAME', 'Acme\nChat'],
    ['INSTALLATION_NAME', 'Acme\u202eChat'],
    ['INSTALLATION_NAME', '\u200b'],
    ['INSTALLATION_NAME', 'a'.repeat(41)],
    ['INSTALLATION_NOTICE', 'a'.repeat(301)],
    ['INSTALLATION_NOTICE', 'two\nlines'],
    ['ACCENT_COLOR', 'red'],
    ['ACCENT_COLOR', '#abc'],
    ['ACCENT_COLOR', 'url(#a)'],
    ['TERMS_URL', 'javascript:alert(1)'],
    ['HELP_URL', 'javascript:alert(1)'],
    ['HELP_URL', 'data:text/html,x'],
    ['HELP_URL', '//evil.example'],
    ['HELP_URL', '/\\evil.example'],
    ['HELP_URL', 'https:\\\\evil.example'],
    ['HELP_URL', 'help.example'],
    ['PRIVACY_URL', 'https://a b'],
    ['PRIVACY_URL', `https://a.example/${'b'.repeat(1_000)}`],
  ])('refuses %s=%j', async (name, value) => {
    const { errors } = await set(name, value)
    expect(errors[0]?.extensions.code).toMatch(name === 'TERMS_URL' ? /CONFLICT/ : /BAD_USER_INPUT/)
  })

  it('refuses a colour that cannot be read on the light page, and names a shade that can', async () => {
    const { errors } = await set('ACCENT_COLOR', '#f2c200')
    const [, shade = ''] = /needs 4\.5 : 1: (#[0-9a-f]{6}) has it$/.exec(errors[0]?.message ?? '') ?? []
    expect((await set('ACCENT_COLOR', shade)).errors).toEqual([])
  })
})

describe('the logo', () => {
  const stored = async () =>
    (await app.stranger().data('{ installation { logoUrl } }'))['installation'] as { logoUrl: string | null }
  const asText = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`

  it('is an image that every caller can fetch, at another address after a change', async () => {
    expect(await stored()).toEqual({ logoUrl: null })
    const png = await notedPng()
    expect((await set('INSTALLATION_LOGO', asText(png))).data).toMatchObject({
      setInstallationSetting: { setting: { value: `image/png, ${String(png.length)} bytes` } },
    })
    const { logoUrl } = await stored()
    const path = String(logoUrl).replace(/^.*(?=\/installation-logo)/, '')
    const answer = await fetch(app.url + path)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    await set('INSTALLATION_LOGO', asText(await notedPng('Author\0Grace Hopper')))
    expect((await stored()).logoUrl).not.toBe(logoUrl)
    expect((await fetch(app.url + path)).status).toBe(404)
    await set('INSTALLATION_LOGO', null)
    expect(await stored()).toEqual({ logoUrl: null })
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['an SVG', asText(svg, 'svg+xml')],
    ['an SVG that is named PNG', asText(svg)],
    ['a page', 'data:text/html;base64,PGI+'],
    ['an address', 'https://logo.example/logo.png'],
    ['a file of the server', '/etc/passwd'],
    ['more than 64 KiB', asText(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(65_530)]))],
  ])('is not %s', async (_name, value) => {
    const { errors } = await set('INSTALLATION_LOGO', value)
    expect(errors[0]).toMatchObject({
      message: 'INSTALLATION_LOGO must be a PNG, JPEG, GIF or WebP image of at most 64 KiB',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  const cutPng = async () => (await notedPng()).subarray(0, -40)
  it.each([
    ['the first bytes of a GIF', () => Buffer.from('GIF89a'), 'gif'],
    ['a script after them', () => Buffer.from('GIF89a<script>alert(1)</script>'), 'gif'],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'jpeg'],
    ['a PNG that is cut', cutPng, 'png'],
  ])('is not %s: browsers could not show it', async (_name, bytes, type) => {
    const value = asText(await bytes(), type)
    expect((await set('INSTALLATION_LOGO', value)).errors[0]).toMatchObject({
      message: 'INSTALLATION_LOGO is a damaged image, which browsers cannot show',
      extensions: { code: 'BAD_USER_INPUT' },
    })
    expect(await stored()).toEqual({ logoUrl: null })
  })

  it('is an animation of the types that may have one', async () => {
    expect((await set('INSTALLATION_LOGO', asText(await animation(), 'gif'))).errors).toEqual([])
    await set('INSTALLATION_LOGO', null)
  })

  it('of the environment is decoded before the start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-logo-'))
    try {
      const path = join(folder, 'logo.png')
      writeFileSync(path, await cutPng())
      await expect(createTestApp({ env: { INSTALLATION_LOGO: path } })).rejects.toThrow(
        'INSTALLATION_LOGO: is a damaged image',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is that of a file, which the environment names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-logo-'))
    try {
      const path = join(folder, 'logo.png')
      const png = await notedPng()
      writeFileSync(path, png)
      const { installationSettings } = readConfig({ INSTALLATION_LOGO: path })
      const { logo } = installationSettings.valuesOf(installationSettings.fixed)
      expect([logo?.contentType, logo?.bytes.equals(png)]).toEqual(['image/png', true])
      writeFileSync(path, svg)
      expect(() => readConfig({ INSTALLATION_LOGO: path })).toThrow(/INSTALLATION_LOGO: must be a PNG/)
      expect(() => readConfig({ INSTALLATION_LOGO: join(folder, 'none.png') })).toThrow(/cannot be read \(ENOENT\)/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the shades of a colour', () => {
  const surfaces = { light: ['#ffffff', '#f6f7fb'], dark: ['#12141c', '#1b1e29', '#242836'] }
  const channels = ['00', '33', '66', '99', 'cc', 'ff']
  const colours = channels.flatMap((red) =>
    channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
  )

  it('are readable where the page shows them, or the colour is refused', () => {
    for (const colour of colours.filter((one) => accentFault(one) === undefined)) {
      const { light, dark, softLight, softDark } = accentOf(colour)
      const pairs = [
        ...[...surfaces.light, softLight].map((surface) => [light, surface] as const),
        ...[...surfaces.dark, softDark].map((surface) => [dark, surface] as const),
      ]
      for (const [one, other] of pairs) expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('have a suggestion for each colour that is refused', () => {
    for (const colour of colours) {
      const [, shade] = /: (#[0-9a-f]{6}) has it/.exec(accentFault(colour) ?? '') ?? []
      if (shade !== undefined) expect(accentFault(shade)).toBeUndefined()
    }
  })
})

describe('the page', () => {
  it('has name and settings from its first byte, and changes with them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-look-'))
    const server = new ToyFacade()
    try {
      await buildChat(process.cwd(), join(folder, 'chat'))
      let fails = false
      const installation = async () => {
        if (fails) throw new Error('the database is away')
        return app.app.product.installationSettings.shown()
      }
      await server.open({ mount: (host) => mountChat({ app: host, folder, log: server.logger, installation }) })
      const read = async (headers: Readonly<Record<string, string>> = {}) => {
        const sent = request(server.url('/'), { headers: { accept: 'text/html', ...headers } }).end()
        const [response] = (await once(sent, 'response')) as [IncomingMessage]
        return { status: response.statusCode, etag: response.headers.etag ?? '', text: await streamText(response) }
      }
      const { text, etag } = await read()
      expect(text).toContain('<title>Acme &amp; Söhne &lt;Chat&gt;</title>')
      const [, content = ''] = /<meta name="installation" content="([^"]*)"/.exec(text) ?? []
      const parsed = JSON.parse(
        content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ) as object
      expect(parsed).toMatchObject({ notice: 'Maintenance on <b>Sunday</b> at 8:00', signInRequired: false })
      expect((await read({ 'if-none-match': etag })).status).toBe(304)
      const manifest = async () => (await fetch(server.url('/manifest.webmanifest'))).json()
      expect(await manifest()).toMatchObject({ name: 'Acme & Söhne <Chat>', short_name: 'Acme & Söhne <Chat>' })
      const icons = async () => ((await manifest()) as { icons: { src: string; sizes: string }[] }).icons
      expect((await icons()).map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
      const logo = async (width: number, height: number) => {
        const bytes = await (await twoHalves(width, height)).png().toBuffer()
        await set('INSTALLATION_LOGO', `data:image/png;base64,${bytes.toString('base64')}`)
        return icons()
      }
      const [icon, ...others] = await logo(144, 144)
      expect([icon?.sizes, others]).toEqual(['144x144', []])
      const stored = await fetch(new URL(icon?.src ?? '', `${app.url}/`))
      expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/png'])
      for (const [width, height] of [
        [300, 200],
        [142, 142],
      ] as const)
        expect(await logo(width, height)).toHaveLength(3)
      await set('INSTALLATION_LOGO', null)
      await set('INSTALLATION_NAME', "It's $& {root}")
      const changed = await read({ 'if-none-match': etag })
      expect(changed.status).toBe(200)
      expect(changed.text).toContain('<title>It&#39;s $&amp; {root}</title>')
      fails = true
      expect(await manifest()).toMatchObject({ name: "It's $& {root}" })
      expect((await read()).text).toContain('<title>It&#39;s $&amp; {root}</title>')
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  }, 60_000)
})
