import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../support/app/free-port.js'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { FaultProxy } from '../../support/clients/fault-proxy.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { ChatVisit } from '../../support/pages/chat-visit.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { saying } from '../../support/rooms/log-fixture.js'
import { logOf } from '../../support/rooms/log-queries.js'

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(() => chat.close())

describe('a reply', () => {
  it('goes on after a reload in the middle of it', async () => {
    const roomId = await chat.room(nova, ['Hello', 'Ahoy.'])
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Tell me a story')
    reply.say('Once upon ')
    await log.getByText('Once upon').waitFor()
    await page.reload()
    await log.getByText('Once upon').waitFor()
    await page.getByRole('button', { name: 'Stop the reply' }).waitFor()
    reply.say('a time.')
    await log.getByText('Once upon a time.').waitFor()
    reply.end()
    await log.getByRole('button', { name: 'Regenerate' }).nth(1).waitFor()
    expect(await log.getByText('Tell me a story').count()).toBe(1)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('ends on the page when the server is killed and started again in the middle of it', async () => {
    // a new process would wait for the lease of another instance's running reply
    const processes = await Processes.create({ embedded: true })
    const sentence = 'The sea is wide and deep, and every ship on it is small. '.repeat(3).trim()
    const port = String(await freePort())
    const start = (script: Record<string, string>) =>
      processes.start({ APP_PORT: port, LOCAL_MODEL: `scripted:?${new URLSearchParams(script).toString()}` })
    const first = await start({ reply: sentence, chunks: '20', stallAt: '10' })
    const ada = await Person.register(first.url, 'ada')
    const visit = await ChatVisit.begin(chat.browser, first.url)
    const { page, log } = visit
    await visit.signIn('ada')
    await visit.goTo(`/rooms/${await ada.room()}`)
    await visit.send('Tell me about the sea')
    await log.getByText('The sea is wide').waitFor()
    await first.stop('SIGKILL')
    await page.getByText('Connection lost.').waitFor()
    await visit.picture('room-connection-lost')
    await page.getByRole('button', { name: 'Try now' }).click()
    const second = await start({ reply: sentence, chunks: '20', delayMs: '50' })
    await log.getByText(sentence, { exact: true }).waitFor({ timeout: 60_000 })
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    expect(await page.getByText('Connection lost.').count()).toBe(0)
    expect(await log.getByText('Tell me about the sea').count()).toBe(1)
    expect(visit.faults).toEqual([])
    await visit.end()
    await second.stop('SIGTERM')
    await processes.close()
  }, 120_000)
})

describe('a demonstration model', () => {
  it('is called so, and administrators read what replaces it until they hide it or another model answers', async () => {
    const processes = await Processes.create({ embedded: true })
    const port = String(await freePort())
    const roles = { ROLES: 'app,office,character', AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0' }
    const first = await processes.start({ APP_PORT: port, LOCAL_MODEL: '', ...roles })
    const ada = await Person.register(first.url, 'ada')
    await Person.register(first.url, 'ben')
    await processes.run('tools/admin.ts', { args: ['grant', 'ada@example.com'] })
    const roomId = await ada.room()
    const [visit, other, ben] = [
      await ChatVisit.begin(chat.browser, first.url),
      await ChatVisit.begin(chat.browser, first.url),
      await ChatVisit.begin(chat.browser, first.url),
    ]
    for (const one of [visit, other]) {
      await one.signIn('ada')
      await one.goTo(`/rooms/${roomId}`)
    }
    await ben.signIn('ben')
    await ben.page.getByRole('button', { name: 'Model: Demonstration model' }).waitFor()
    await ben.goTo('/new')
    const sentence = 'A small demonstration model answers'
    await visit.shows(sentence)
    await other.shows(sentence)
    expect(await ben.page.getByText(sentence).count()).toBe(0)
    await ben.goTo('/')
    await other.page.getByRole('button', { name: 'Dismiss' }).click()
    await other.page.getByText(sentence).waitFor({ state: 'detached' })
    await first.stop('SIGKILL')
    await visit.page.getByText('Connection lost.').waitFor()
    const second = await processes.start({ APP_PORT: port, LOCAL_MODEL: 'scripted:', ...roles })
    await visit.page.getByText(sentence).waitFor({ state: 'detached' })
    await ben.page.reload()
    await ben.page.getByRole('button', { name: 'Model: Local' }).waitFor()
    for (const one of [visit, other, ben]) {
      expect(one.faults).toEqual([])
      await one.end()
    }
    await second.stop('SIGTERM')
    await processes.close()
  }, 120_000)
})

describe('two tabs', () => {
  it('show the same room, list and session', async () => {
    const roomId = await chat.room(nova, ['Hello', 'Ahoy.'])
    const first = await chat.visit(nova)
    const second = await first.inTab()
    await second.signedIn()
    for (const tab of [first, second]) await tab.goTo(`/rooms/${roomId}`)
    const bothShow = (text: string) => Promise.all([first.log, second.log].map((log) => log.getByText(text).waitFor()))

    const reply = new PacedReply()
    chat.tap.next = reply.course
    await second.log.getByText('Ahoy.').waitFor()
    // a tab behind another one draws one frame a second, and a click waits for two
    await first.page.bringToFront()
    await first.send('How deep is it?')
    reply.say('A hundred ')
    await bothShow('A hundred')
    reply.say('fathoms.')
    reply.end()
    await bothShow('A hundred fathoms.')

    await second.page.bringToFront()
    await second.choose(second.log.getByRole('button', { name: 'Actions for this reply' }).first(), 'Edit reply')
    await second.log.getByRole('textbox').fill('Ahoy, Nova.')
    await second.log.getByRole('button', { name: 'Save' }).click()
    await bothShow('Ahoy, Nova.')
    chat.tap.next = saying('Two hundred fathoms.')
    await first.page.bringToFront()
    await first.log.getByRole('button', { name: 'Regenerate' }).last().click()
    await bothShow('Two hundred fathoms.')
    // the edited entry and this one have two replies each
    for (const { log } of [first, second]) await log.getByText('2 / 2').nth(1).waitFor()
    const textOf = (tab: ChatVisit) => tab.page.evaluate('document.querySelector(".shell").innerText')
    expect(await textOf(second)).toEqual(await textOf(first))

    await nova.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    for (const tab of [first, second]) await tab.shows('Chat not found')
    await first.goTo('/')
    await first.signOut()
    // the other tab was at the room, and says why it is not any more
    await second.page.getByText('You are signed out.').waitFor()
    expect([...first.faults, ...second.faults]).toEqual([])
    await first.end()
  }, 90_000)
})

describe('without a network', () => {
  it('a person sees it, keeps what was written, and continues with everything that has happened', async () => {
    const isAway = { cutAfterBytes: 0 }
    let fate = {}
    const proxy = await FaultProxy.open(chat.app.url, () => fate)
    const roomId = await chat.room(nova, ['Hello', 'Ahoy.'])
    const visit = await ChatVisit.begin(chat.browser, proxy.url)
    const { page, log } = visit
    await visit.signIn(nova.username)
    await visit.goTo(`/rooms/${roomId}`)
    await log.getByText('Ahoy.').waitFor()

    fate = isAway
    await page.context().setOffline(true)
    proxy.cutAll()
    await page.getByText('Connection lost.').waitFor()
    await visit.send('Are you there?')
    await page.getByRole('alert').getByText('The message was not sent.').waitFor({ timeout: 60_000 })
    // the notice above has the only button that tries again
    expect(await page.getByRole('main').getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Try now' }).count()).toBe(1)
    expect(await visit.box.inputValue()).toBe('Are you there?')
    await visit.picture('room-offline')
    chat.tap.next = saying('From elsewhere.')
    await nova.say(roomId, 'A message of another device')
    await chat.app.idle()

    fate = {}
    await page.context().setOffline(false)
    await log.getByText('From elsewhere.').waitFor({ timeout: 60_000 })
    expect(await page.getByText('Connection lost.').count()).toBe(0)
    chat.tap.next = saying('Aye.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await log.getByText('Aye.').waitFor()
    const inputs = (await logOf(nova, roomId)).map(({ inputData }) => inputData)
    expect(inputs).toEqual(['Hello', 'A message of another device', 'Are you there?'])
    expect(visit.faults).toEqual([])
    await visit.end()
    await proxy.close()
  }, 150_000)
})

describe('a session that ends', () => {
  it('leads back to the room after the next sign-in: signed out on another device', async () => {
    const mara = await chat.app.person('mara')
    const roomId = await chat.room(mara, ['Hello', 'Ahoy.'])
    const visit = await chat.visit(mara)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await visit.box.fill('What I was writing')
    await mara.data('mutation { signOutEverywhere }')
    await page.getByText('You are signed out.').waitFor()
    await visit.picture('session-ended')
    await visit.enter(mara.username, 'not the password')
    await page.getByRole('alert').getByText('Incorrect email address or password.').waitFor()
    await visit.enter(mara.username)
    await log.getByText('Ahoy.').waitFor()
    expect(await visit.box.inputValue()).toBe('What I was writing')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('says why, and leads back to the room when the ban is lifted', async () => {
    const [admin, mara] = [await chat.app.admin(), await chat.app.person('banned')]
    const roomId = await chat.room(mara, ['Hello', 'Ahoy.'])
    const visit = await chat.visit(mara)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await log.getByText('Ahoy.').waitFor()
    await admin.data('mutation ($id: ID!) { banUser(id: $id) { __typename } }', { id: mara.id })
    await page.getByText('An administrator has banned this account.').waitFor({ timeout: 20_000 })
    await visit.picture('banned')
    await visit.enter(mara.username)
    await page.getByRole('alert').getByText('An administrator has banned this account.').waitFor()
    await visit.picture('banned-sign-in')
    await admin.data('mutation ($id: ID!) { unbanUser(id: $id) { __typename } }', { id: mara.id })
    await visit.enter(mara.username)
    await log.getByText('Ahoy.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})
