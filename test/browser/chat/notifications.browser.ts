import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { saying } from '../../support/rooms/log-fixture.js'

/** Chromium without a window shows no notification and hides no tab: a tab records the first, and the test does the second. */
const stage = `
  window.notified = []
  window.permission = 'default'
  window.asked = 0
  window.isHidden = false
  window.Notification = class extends EventTarget {
    static get permission() { return window.permission }
    static async requestPermission() { window.asked += 1; return (window.permission = window.answer ?? 'granted') }
    constructor(title, { tag } = {}) { super(); if (window.permission === 'granted') window.notified.push(title + ' ' + (tag === undefined ? '' : 'tagged')) }
    close() {}
  }
  Object.defineProperty(document, 'hidden', { get: () => window.isHidden })
  Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') })
  window.hide = (is) => { window.isHidden = is; document.dispatchEvent(new Event('visibilitychange')) }
`

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
}, 120_000)
afterAll(() => chat.close())

const visitStage = async (): Promise<ChatVisit> => {
  const visit = await chat.visit()
  await visit.page.context().addInitScript(stage)
  await visit.page.reload()
  await visit.signIn(nova.username)
  return visit
}
const hide = ({ page }: ChatVisit, isHidden: boolean) => page.evaluate(`hide(${String(isHidden)})`)
const titled = (sentence: string, { page }: ChatVisit, holds: (title: string) => boolean) =>
  until(sentence, () => page.title(), holds)
const notified = ({ page }: ChatVisit) => page.evaluate<string[]>('window.notified')

it('marks the title of a tab in which a reply ends out of sight, until the person looks', async () => {
  const visit = await visitStage()
  const roomId = await chat.room(nova, ['Hello', 'Ahoy.'])
  await visit.goTo(`/rooms/${roomId}`)
  await visit.log.getByText('Ahoy.').waitFor()
  const reply = new PacedReply()
  chat.tap.next = reply.course
  await visit.send('A long one')
  reply.say('Once upon a time')
  await visit.log.getByText('Once upon a time').waitFor()
  await hide(visit, true)
  reply.end()
  await titled('the title has a mark', visit, (title) => title.startsWith('(1) Hello'))
  await hide(visit, false)
  await titled('the title has no mark', visit, (title) => title.startsWith('Hello'))
  expect(await notified(visit)).toEqual([])
  expect(visit.faults).toEqual([])
  await visit.end()
}, 120_000)

it('notifies a person who has turned it on once, however many tabs are open, and not while one is in view', async () => {
  const first = await visitStage()
  const { page } = first
  await first.goTo('/settings/profile')
  await page.getByRole('checkbox', { name: /^Notify me/ }).check()
  expect(await page.evaluate('window.asked')).toBe(1)
  const second = await first.inTab()
  await second.page.evaluate(`window.permission = 'granted'`)
  const roomId = await chat.room(nova, ['Good day', 'Aye.'])
  await first.goTo(`/rooms/${roomId}`)
  await first.log.getByText('Aye.').waitFor()
  await second.goTo('/search')
  const replyTo = async (message: string, hidden: readonly ChatVisit[]) => {
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await first.send(message)
    reply.say(`About ${message}`)
    await first.log.getByText(`About ${message}`).waitFor()
    for (const each of hidden) await hide(each, true)
    reply.end()
    for (const each of hidden) await titled('the title has a mark', each, (title) => title.startsWith('(1) '))
  }
  await replyTo('tides', [first, second])
  const all = async () => [...(await notified(first)), ...(await notified(second))]
  await until('the person is notified', all, ({ length }) => length > 0)
  expect(await all()).toEqual(['Good day tagged'])
  for (const each of [first, second]) await hide(each, false)
  await replyTo('whales', [first])
  expect(await all()).toEqual(['Good day tagged'])
  await first.end()
}, 120_000)

it('counts each chat once, also those that are too old to be listed', async () => {
  const captain = await chat.app.person('captain')
  const ids: string[] = []
  for (let count = 0; count < 72; count += 1) ids.push(await captain.room())
  const visit = await chat.visit()
  await visit.page
    .context()
    .addInitScript(`${stage}; permission = 'granted'; localStorage['parley-notifications'] = 'on'`)
  await visit.page.reload()
  await visit.signIn(captain.username)
  await visit.page.getByRole('navigation', { name: 'Chats' }).getByRole('link').nth(3).waitFor()
  await hide(visit, true)
  chat.tap.always = saying('Aye.')
  const [oldest = '', ...others] = ids.slice(0, 22)
  for (const roomId of others) await captain.say(roomId)
  await chat.app.idle()
  await titled('the title has all but one', visit, (title) => title.startsWith('(21) '))
  await captain.say(oldest)
  await titled('the title has all', visit, (title) => title.startsWith('(22) '))
  chat.tap.always = undefined
  await until(
    'the person is notified',
    () => notified(visit),
    ({ length }) => length >= 22,
  )
  expect(await notified(visit)).toHaveLength(22)
  expect(visit.faults).toEqual([])
  await visit.end()
}, 120_000)

it('marks the title on a phone too, where the permission can stand and only a service worker may notify', async () => {
  const roomId = await chat.room(nova, ['Good evening', 'Evening.'])
  const visit = await chat.visit()
  await visit.page.context()
    .addInitScript(`${stage}; permission = 'granted'; localStorage['parley-notifications'] = 'on'
    Notification = class { static permission = 'granted'; constructor() { throw new TypeError('Illegal constructor') } }`)
  await visit.page.reload()
  await visit.signIn(nova.username)
  await visit.goTo(`/rooms/${roomId}`)
  await visit.log.getByText('Evening.').waitFor()
  const reply = new PacedReply()
  chat.tap.next = reply.course
  await visit.send('A late one')
  reply.say('Once upon a night')
  await visit.log.getByText('Once upon a night').waitFor()
  await hide(visit, true)
  reply.end()
  await titled('the title has a mark', visit, (title) => title.startsWith('(1) '))
  expect(visit.faults).toEqual([])
  await visit.end()
}, 120_000)

it('does not ask again after a refusal, and says where it is changed', async () => {
  const visit = await visitStage()
  const { page } = visit
  await visit.goTo('/settings/profile')
  await page.evaluate(`window.answer = 'denied'`)
  // it stays off
  await page.getByRole('checkbox', { name: /^Notify me/ }).click()
  await visit.shows('Your browser blocks notifications from this page.')
  expect(await page.getByRole('checkbox', { name: /^Notify me/ }).isDisabled()).toBe(true)
  expect(await page.evaluate('window.asked')).toBe(1)
  await visit.end()
}, 120_000)

it('offers it once after a slow reply', async () => {
  const visit = await visitStage()
  const { page } = visit
  const roomId = await chat.room(nova, ['Slowly', 'Yes.'])
  await page.clock.install()
  await visit.goTo(`/rooms/${roomId}`)
  const slow = async (message: string) => {
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send(message)
    reply.say(`About ${message}`)
    await visit.log.getByText(`About ${message}`).waitFor()
    await page.clock.fastForward(11_000)
    reply.end()
    await visit.log.getByRole('button', { name: 'Regenerate', disabled: false }).last().waitFor()
  }
  await slow('tides')
  const offer = page.getByRole('button', { name: 'Turn on notifications' })
  await offer.click()
  await offer.waitFor({ state: 'detached' })
  expect(await page.evaluate('window.permission')).toBe('granted')
  await page.evaluate(`window.permission = 'default'`)
  await slow('whales')
  expect(await offer.count()).toBe(0)
  await visit.end()
}, 120_000)
