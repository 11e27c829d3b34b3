import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { Person } from '../../support/app/person.js'
import { ChatFixture, seeingModel } from '../../support/pages/chat-fixture.js'
import { ChatVisit } from '../../support/pages/chat-visit.js'
import { noise } from '../../support/images/pictures.js'
import { saying } from '../../support/rooms/log-fixture.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
const policy = join(folder, 'policy.json')

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  writeFileSync(policy, JSON.stringify({ BASIC: { messagesPerDay: 2 } }))
  chat = await ChatFixture.open({ ...seeingModel, MEMBERSHIP_POLICY_FILE: policy })
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(async () => {
  await chat.close()
  rmSync(folder, { recursive: true })
})

/** Lets every request of the page for the API fail until it is called again. */
async function without(visit: ChatVisit): Promise<() => Promise<void>> {
  await visit.page.route('**/graphql', (route) => route.abort())
  return () => visit.page.unroute('**/graphql')
}

const unreachable = 'The server cannot be reached.'

describe('without the server', () => {
  it.each([
    ['the gallery', '/', 'Captain', 1],
    ['a character', '/characters/CHARACTER', 'Captain', 1],
    ['the search', '/search?q=needle', 'needle', 1],
    ['the sessions', '/settings/security', 'Current session', 2],
    ['the usage', '/settings/usage', 'Messages today', 1],
    ['the profile', '/settings/profile', 'Email address', 1],
  ])(
    '%s says so, and loads when a person tries again',
    async (_name, place, text, parts) => {
      const person = await chat.app.person('mara')
      await chat.room(person, ['Where is the needle?', 'In the haystack.'])
      const characterId = await chat.character(person, { name: 'Captain' })
      const visit = await chat.visit(person)
      const { page } = visit
      await visit.goTo('/nowhere')
      await page.reload()
      await visit.shows('Page not found')
      const restore = await without(visit)
      await visit.goTo(place.replace('CHARACTER', characterId))
      const main = page.getByRole('main')
      const alert = main.getByRole('alert').filter({ hasText: unreachable })
      await until('every part says so', async () => (await alert.count()) === parts)
      await restore()
      for (let part = 0; part < parts; part += 1) {
        await alert.first().getByRole('button', { name: 'Try again' }).click()
        await until('one part less says so', async () => (await alert.count()) < parts - part)
      }
      await main.getByText(text).first().waitFor()
      expect(visit.faults).toEqual([])
      await visit.end()
    },
    120_000,
  )

  it.each([
    [502, 'answered with status 502'],
    [403, 'answered with status 403'],
    [200, 'answered with status 200'],
    [413, 'does not accept requests this large (status 413)'],
    [429, 'Too many sign-in attempts.'],
  ])('names a proxy that answers in its place: status %d', async (status, sentence) => {
    const visit = await chat.visit()
    await visit.page.route('**/graphql', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' }),
    )
    await visit.goTo('/sign-in')
    await visit.enter(nova.username)
    await visit.page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  })

  it('the first visit says that a part of the page could not be loaded, and loads it when a person tries again', async () => {
    const visit = await ChatVisit.blank(chat.browser, chat.app.url, { locale: 'ko-KR' })
    const { page } = visit
    const words = '**/chat/ko-*.js'
    await page.route(words, (route) => route.abort())
    await visit.goTo('/')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await page.unroute(words)
    await alert.getByRole('button', { name: '다시 시도' }).click()
    await page.getByRole('main').waitFor()
    await visit.end()
  })

  it('signing in and signing up say so, and keep what was typed', async () => {
    const visit = await chat.visit()
    const restore = await without(visit)
    await visit.goTo('/sign-in')
    await visit.enter(nova.username)
    await visit.page.getByRole('alert').getByText(unreachable).waitFor({ timeout: 60_000 })
    await visit.picture('sign-in-unreachable')
    await restore()
    await visit.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await visit.signedIn()
    await visit.end()
  }, 120_000)
})

describe('what the server refuses', () => {
  it('has words: an address that is in use', async () => {
    const visit = await chat.visit()
    const { page } = visit
    await visit.goTo('/sign-up')
    await page.getByLabel('Name').fill('another')
    await page.getByLabel('Email address').fill(`${nova.username}@example.com`)
    await page.getByLabel('Password').fill('a long enough password')
    // this server has no terms
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    const fault = page.getByRole('main').getByText('This address already has an account.')
    await fault.waitFor()
    expect(await page.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign in instead' }).getAttribute('href')).toMatch(
      /^#\/sign-in/,
    )
    await visit.picture('sign-up-taken')
    expect(await page.getByLabel('Name').inputValue()).toBe('another')
    await visit.end()
  }, 60_000)

  it('has words: too many wrong passwords', async () => {
    const mara = await chat.app.person('mara')
    const visit = await chat.visit()
    const { page } = visit
    await visit.goTo('/sign-in')
    const limited = page.getByRole('alert').getByText('Too many sign-in attempts. Try again in')
    for (let turn = 0; turn < 12 && !(await limited.isVisible()); turn += 1) {
      await visit.enter(mara.username, 'not the password')
      await page.getByRole('main').getByRole('button', { name: 'Sign in', disabled: false }).waitFor()
    }
    await limited.waitFor()
    await visit.picture('rate-limited')
    await visit.end()
  }, 60_000)

  it('has words: the limit of the membership is used up, and the message stays', async () => {
    const mara = await chat.app.person('mara')
    const visit = await chat.visit(mara)
    const { page, log } = visit
    await visit.goTo(`/rooms/${await mara.room()}`)
    for (const text of ['One', 'Two']) {
      chat.tap.next = saying(`${text} back.`)
      await visit.send(text)
      await log.getByText(`${text} back.`).waitFor()
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    }
    await visit.send('Three')
    await page.getByRole('alert').getByText('You have used all 2 messages for today. The limit resets on').waitFor()
    expect(await visit.box.inputValue()).toBe('Three')
    await visit.picture('limit-reached')
    await visit.end()
  }, 60_000)

  it('has words: a file that is not a picture, and a card that is not one', async () => {
    const visit = await chat.visit(await chat.app.person('mara'))
    const { page } = visit
    const main = page.getByRole('main')
    const choose = async (button: string, name: string, mimeType: string) => {
      const chooser = page.waitForEvent('filechooser')
      await main.getByRole('button', { name: button }).click()
      await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from('{"no": "card"}') })
    }
    await visit.goTo('/characters/new')
    await choose('Import card', 'card.json', 'application/json')
    await main.getByRole('alert').getByText('The card was not imported. It is empty').waitFor()
    await choose('Choose picture', 'cat.png', 'image/png')
    await main.getByText('The server cannot read this picture.').waitFor()
    await visit.picture('no-picture')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has words and a way on: a picture for a message that the server refuses', async () => {
    const mara = await chat.app.person('mara')
    const visit = await chat.visit(mara, { viewport: { width: 360, height: 740 } })
    const { page } = visit
    await visit.goTo(`/rooms/${await mara.room()}`)
    const choose = async (button: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: button }).click()
      await (await chooser).setFiles({ name: 'cat.png', mimeType: 'image/png', buffer })
    }
    await choose('Attach files', Buffer.from('no picture'))
    const alert = page.getByRole('alert')
    await alert.getByText('The server cannot read this picture.').waitFor()
    await visit.picture('composer-picture-refused')
    const [box, refusal] = [await page.locator('.composer-box').boundingBox(), await alert.boundingBox()]
    expect(refusal?.width).toBe(box?.width)
    expect(refusal?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
    expect(await visit.violations()).toEqual([])
    await choose('Change picture', Buffer.alloc(5 * 1024 * 1024 + 1))
    await alert.getByText('The picture is larger than 5 MiB.').waitFor()
    await alert.getByRole('button', { name: 'Continue without a picture' }).click()
    await alert.waitFor({ state: 'detached' })
    await choose('Attach files', Buffer.from('no picture'))
    await choose('Change picture', await noise(64, 64).png().toBuffer())
    await page.getByRole('img', { name: 'Picture' }).waitFor()
    expect(await alert.count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has a way on: a conversation, a character and a place that do not exist', async () => {
    const visit = await chat.visit(await chat.app.person('mara'))
    for (const place of [
      '/rooms/nonsense',
      '/rooms/00000000-0000-4000-8000-000000000000',
      '/characters/999',
      '/x/y/z',
    ]) {
      await visit.goTo(place)
      const main = visit.page.getByRole('main')
      await main.getByRole('heading', { level: 1 }).waitFor()
      await main.getByRole('link', { name: /^(?:Go to the home page|Show all characters|New chat)$/ }).click()
      await main.getByRole('textbox', { name: 'Message' }).waitFor()
    }
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a new theme', () => {
  it('that the account does not get is said, and saved at another try', async () => {
    const mara = await chat.app.person('mara')
    await mara.data('mutation { updateDefaults(input: { theme: LIGHT }) { account { id } } }')
    const visit = await chat.visit(mara)
    const { page } = visit
    await page.locator('html[data-theme=light]').waitFor()
    const end = await without(visit)
    await visit.choose(page.getByRole('button', { name: 'Account and settings' }), 'Dark theme')
    await page.locator('html[data-theme=dark]').waitFor()
    const offer = page.getByRole('region', { name: `The new theme is not saved in your account. ${unreachable}` })
    await offer.getByRole('button', { name: 'Try again' }).click()
    await offer.getByRole('alert').waitFor()
    await end()
    await offer.getByRole('button', { name: 'Try again' }).click()
    await offer.waitFor({ state: 'detached' })
    expect(await mara.data('{ me { defaults { theme } } }')).toEqual({ me: { defaults: { theme: 'DARK' } } })
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a picture that fails', () => {
  it('gives its place to the first letter of the name, or to a sentence', async () => {
    const mara = await chat.app.person('mara')
    const missing = `${chat.app.url}/thumbnail?id=00000000-0000-4000-8000-000000000000`
    const id = await chat.character(mara, { name: 'Zed', imageUrl: missing })
    const visit = await chat.visit(mara)
    const { page } = visit
    await visit.goTo(`/characters/${id}`)
    await page.getByRole('main').locator('.portrait[data-letter="Z"]').waitFor()
    await page.getByRole('main').locator('img').waitFor({ state: 'detached' })
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})
