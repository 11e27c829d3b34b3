import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { at, type Person } from '../../support/app/person.js'
import { noise } from '../../support/images/pictures.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { give } from '../../support/pages/given-file.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { uploaded } from '../../support/pages/screen-world.js'
import { roomMenu } from '../../support/pages/screens.js'
import { failing } from '../../support/replies/run-fixture.js'
import { saying } from '../../support/rooms/log-fixture.js'
import { logOf, replies } from '../../support/rooms/log-queries.js'

const table = '| a | b |\n| - | - |\n| **1** | 2 |'

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  const models = { HOSTED_MODELS: '{"seer":{"model":"any","label":"Seer","vision":true}}', HOSTED_API_KEY: 'key' }
  // the search is never asked: the tests give the replies
  chat = await ChatFixture.open({ ...models, SEARCH_PROVIDER: 'duckduckgo', SHARE_LINKS: 'true' })
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(() => chat.close())

const failuresIn = async (roomId: string) => {
  const query = 'query ($roomId: ID!) { room(id: $roomId) { generations { nodes { status } } } }'
  const { room } = (await nova.data(query, { roomId })) as { room: { generations: { nodes: { status: string }[] } } }
  return room.generations.nodes.filter(({ status }) => status === 'FAILED').length
}

/** Sends a message whose reply has its first words, and no end. */
async function beginsToCount(visit: ChatVisit): Promise<void> {
  const reply = new PacedReply()
  chat.tap.next = reply.course
  await visit.send('Count to a hundred')
  reply.say('One, two')
  await visit.log.getByText('One, two').waitFor()
}

describe('the model of a chat', () => {
  it('is chosen in its head before the first message and later, with what each model can do', async () => {
    const visit = await chat.visit(nova)
    const { page } = visit
    const head = page.getByRole('button', { name: /^Model: / })
    const items = page.getByRole('menuitemradio')
    await visit.beginRoom()
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await head.click()
    await page.getByText('Sees pictures').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await items.first().waitFor({ state: 'detached' })
    expect(await head.getAttribute('aria-label')).toBe('Model: Seer')
    chat.tap.next = saying('I see.')
    await visit.send('What do you see?')
    await visit.log.getByText('I see.').waitFor()
    expect(chat.tap.lastJob.model).toBe('seer')
    expect(await head.getAttribute('aria-label')).toBe('Model: Seer')
    await head.click()
    await items.first().click()
    await page.getByText(/Local\W? answers from now on/).waitFor({ state: 'attached' })
    chat.tap.next = saying('I do not.')
    await visit.send('And now?')
    await visit.log.getByText('I do not.').waitFor()
    expect(chat.tap.lastJob.model).toBe('Local')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a message', () => {
  it('is shown at once, and its reply while it grows', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    await visit.picture('room-empty')
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Tell me **everything** about the sea')
    await log.getByText(/Assistant\W? is writing/).waitFor()
    expect(await log.locator('strong').textContent()).toBe('everything')
    reply.say('It is ')
    await log.getByText('It is', { exact: true }).waitFor()
    await visit.picture('room-writing')
    reply.say('deep')
    await log.getByText('It is deep', { exact: true }).waitFor()
    reply.say('.')
    reply.end()
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    await log.getByText('It is deep.', { exact: true }).waitFor()
    // the conversation has a title now, in the list too
    await page.getByRole('heading', { level: 1, name: /Tell me/ }).waitFor()
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: /Tell me/ })
      .waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('whose reply is stopped keeps what was written, also after a reload', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    await beginsToCount(visit)
    await page.getByRole('button', { name: 'Stop the reply' }).click()
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    await visit.picture('room-stopped')
    await page.reload()
    await log.getByText('One, two').waitFor()
    expect(await log.getByText('Count to a hundred').count()).toBe(1)
    await log.getByText('The reply was stopped.').waitFor()
    chat.tap.next = saying(', three.')
    await log.getByRole('button', { name: 'Continue' }).click()
    await log.getByText('One, two, three.', { exact: true }).waitFor()
    expect(await log.getByText('Count to a hundred').count()).toBe(1)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('whose reply ends at its length says so, and its reply goes on in place', async () => {
    const visit = await chat.visit(nova)
    const { log } = visit
    const roomId = await nova.room()
    await visit.goTo(`/rooms/${roomId}`)
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Tell me a story')
    reply.say('Once upon a')
    reply.end('length')
    await log.getByText('The reply reached its maximum length.').waitFor()
    await visit.picture('room-cut-by-length')
    const rest = new PacedReply()
    chat.tap.next = rest.course
    await log.getByRole('button', { name: 'Continue' }).click()
    rest.say(' time')
    await log.getByText('Once upon a time', { exact: true }).waitFor()
    expect(await log.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    rest.say('.')
    rest.end('stop')
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    await log.getByText('Once upon a time.', { exact: true }).waitFor()
    expect(await log.getByText('The reply reached its maximum length.').count()).toBe(0)
    const [entry] = await logOf(nova, roomId)
    expect(entry && replies(entry)).toEqual(['1 Once upon a time.*'])
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('does not send the next message with the second click of a double click on Stop', async () => {
    const visit = await chat.visit(nova)
    const { page, log, box } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    await beginsToCount(visit)
    await box.fill('and then to a thousand')
    const stop = page.getByRole('button', { name: 'Stop the reply' })
    await stop.waitFor()
    const look = `getComputedStyle(document.querySelector('.composer-send > button')).backgroundColor`
    const atFirst = await page.evaluate(look)
    await stop.click({ trial: true })
    expect(await page.evaluate(look)).toBe(atFirst)
    const place = await stop.boundingBox()
    if (!place) throw new Error('no button to stop')
    const [x, y] = [place.x + place.width - 10, place.y + place.height / 2]
    await page.mouse.click(x, y)
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    await page.mouse.click(x, y)
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    expect(await box.inputValue()).toBe('and then to a thousand')
    expect(await log.getByText('and then to a thousand').count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('whose reply is stopped before its first word can be sent again', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Count to a hundred')
    await page.getByRole('button', { name: 'Stop the reply' }).click()
    await log.getByText('The reply was stopped.').waitFor()
    await visit.picture('room-stopped-early')
    chat.tap.next = saying('A hundred.')
    await log.getByRole('button', { name: 'Try again' }).click()
    await log.getByText('A hundred.').waitFor()
    expect(await log.getByText('Count to a hundred').count()).toBe(1)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('whose reply fails says so, and can be sent again', async () => {
    const visit = await chat.visit(nova)
    const { log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    chat.tap.next = failing
    await visit.send('Hello')
    await log.getByRole('alert').getByText('The model did not answer. Try again, or choose another model.').waitFor()
    await visit.picture('room-failed')
    chat.tap.next = saying('Now it works.')
    await log.getByRole('button', { name: 'Try again' }).click()
    await log.getByText('Now it works.').waitFor()
    expect(await log.getByRole('alert').count()).toBe(0)
    await visit.end()
  }, 60_000)
})

describe('an entry', () => {
  it('has another reply, between which a person switches', async () => {
    const roomId = await chat.room(nova, ['Hello', 'First reply.'])
    const visit = await chat.visit(nova)
    const { log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await log.getByRole('button', { name: 'Regenerate' }).click()
    reply.say('Second')
    await log.getByText('Second', { exact: true }).waitFor()
    reply.say(' reply.')
    reply.end()
    await log.getByRole('group', { name: 'Reply 2 of 2' }).waitFor()
    await log.getByRole('button', { name: 'Previous reply' }).click()
    await log.getByText('First reply.').waitFor()
    await visit.picture('room-alternatives')
    const [entry] = await logOf(nova, roomId)
    expect(entry && replies(entry)).toEqual(['1 First reply.*', '2 Second reply.'])
    await log.getByRole('button', { name: 'Next reply' }).click()
    await log.getByText('Second reply.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('is edited, with a new reply or by itself, and deleted', async () => {
    const roomId = await chat.room(nova, ['How old are you?', 'Nine.'], ['And now?', 'Ten.'])
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    const menu = log.getByRole('button', { name: 'Message actions' })
    await visit.choose(log.getByRole('button', { name: 'Actions for this reply' }).nth(0), 'Edit reply')
    const box = log.getByRole('textbox')
    expect(await box.inputValue()).toBe('Nine.')
    await visit.picture('room-editing')
    await box.fill('Nine and a half.')
    await log.getByRole('button', { name: 'Save' }).click()
    await log.getByText('Nine and a half.').waitFor()

    chat.tap.next = saying('Eleven.')
    await log.getByRole('button', { name: 'Edit and resend' }).nth(1).click()
    await box.fill('And next year?')
    await log.getByRole('button', { name: 'Send', exact: true }).click()
    await log.getByText('Eleven.').waitFor()
    await log.getByText('And next year?').waitFor()
    expect(await log.getByText('And now?').count()).toBe(0)

    await visit.choose(menu.nth(0), 'Delete message and reply')
    await visit.picture('room-deleting')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await log.getByText('Nine and a half.').waitFor({ state: 'detached' })
    await visit.choose(menu.nth(0), 'Delete this and everything after')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await log.getByText('Eleven.').waitFor({ state: 'detached' })
    expect(await logOf(nova, roomId)).toEqual([])
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('reading', () => {
  it('goes on with a reply that was stopped, and with one that has reached its longest length', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    await beginsToCount(visit)
    await page.getByRole('button', { name: 'Stop the reply' }).click()
    const more = log.getByRole('button', { name: 'Continue' })
    await log.getByText('The reply was stopped.').waitFor()
    const next = new PacedReply()
    chat.tap.next = next.course
    await more.click()
    next.say(', three')
    await log.getByText('One, two, three', { exact: true }).waitFor()
    next.end('length')
    await log.getByText('The reply reached its maximum length.').waitFor()
    await visit.picture('room-continue')
    expect(await visit.violations()).toEqual([])
    const last = new PacedReply()
    chat.tap.next = last.course
    await more.click()
    last.say('.')
    last.end('stop')
    await log.getByText('One, two, three.', { exact: true }).waitFor()
    await more.waitFor({ state: 'detached' })
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('removes what has failed in every tab, and sends nothing again while a reply runs', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    const roomId = await nova.room()
    await visit.goTo(`/rooms/${roomId}`)
    const other = await visit.inTab()
    await other.goTo(`/rooms/${roomId}`)
    chat.tap.next = failing
    await visit.send('Hello')
    const again = log.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    chat.tap.next = failing
    await again.click()
    await until(
      'it has failed again',
      () => failuresIn(roomId),
      (count) => count === 2,
    )
    await beginsToCount(visit)
    await until('it waits for the reply', () => again.isDisabled(), Boolean)
    await page.getByRole('button', { name: 'Stop the reply' }).click()
    await log.getByRole('button', { name: 'Continue' }).waitFor()
    await other.log.getByRole('button', { name: 'Try again' }).waitFor()
    await log.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    for (const tab of [visit, other]) await tab.log.getByText('Hello', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.className')).toBe('log')
    await page.reload()
    await log.getByRole('button', { name: 'Continue' }).waitFor()
    expect(await log.getByText('Hello', { exact: true }).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has the thoughts of a model closed or open as the person leaves them, and then their time', async () => {
    const visit = await chat.visit(nova)
    const { log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Think')
    reply.think('First the harbour.')
    const thoughts = log.getByText('First the harbour.')
    await log.getByText('Thinking…').click()
    await thoughts.waitFor()
    reply.say('Ahoy.')
    reply.end()
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    await thoughts.waitFor({ state: 'hidden' })
    expect(await log.locator('summary').innerText()).toMatch(/^Thought(s| for \d+ s)$/)
    const second = new PacedReply()
    chat.tap.next = second.course
    await visit.send('Once more')
    second.think('Then the ship.')
    await log.getByText('Then the ship.').waitFor()
    await visit.picture('room-thinking')
    second.say('Aye.')
    second.end()
    await log.getByText('Aye.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has days, the model and the time of a reply, and the commands of a message at the message', async () => {
    const roomId = await chat.room(nova, ['Way back', 'Long ago.'])
    chat.tap.next = saying('Just now.')
    await nova.say(roomId, 'And now?')
    await chat.app.idle()
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await log.getByRole('heading', { name: 'Today' }).waitFor()
    const rows = log.getByRole('listitem')
    const shownIn = (row: number) =>
      page.evaluate<string>(`getComputedStyle(document.querySelectorAll('.log time')[${row}]).opacity`)
    await page.mouse.move(1, 1)
    expect(await shownIn(0)).toBe('0')
    await log.getByText('Long ago.').hover()
    expect(await shownIn(0)).toBe('1')
    // the text of a client has no model
    expect(await rows.nth(0).locator('.reply-head').innerText()).not.toMatch(/Local|model/)
    expect(await rows.nth(1).locator('.reply-head').innerText()).toMatch(/Local|model/)
    const menu = rows.nth(0).locator('.own').getByRole('button', { name: 'Message actions' })
    await menu.click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      ...['Delete message and reply', 'Delete this and everything after'],
    ])
    await visit.picture('message-menu')
    expect(await visit.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await page.reload()
    await log.getByRole('heading', { name: 'Yesterday' }).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('shows the pictures of a message large, and returns to the picture', async () => {
    const [one, two] = [await uploaded(nova), await uploaded(nova)].map((id) => `/thumbnail?id=${id}`)
    const roomId = await chat.room(nova, ['Two?', `![The ship](${one}) ![The harbour](${two})`])
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await log.getByRole('button', { name: 'The harbour' }).click()
    const large = page.getByRole('dialog')
    await large.getByRole('img', { name: 'The harbour' }).waitFor()
    await visit.picture('lightbox')
    expect(await visit.violations()).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await large.getByRole('img', { name: 'The ship' }).waitFor()
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.querySelector("img")?.alt')).toBe('The harbour')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('begins with a message that the assistant offers', async () => {
    const visit = await chat.visit(await chat.app.person('newcomer'))
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    expect(await visit.violations()).toEqual([])
    const idea = visit.page.locator('.ideas button').first()
    const text = await idea.innerText()
    chat.tap.next = saying('Gladly.')
    await idea.click()
    await visit.log.getByText('Gladly.').waitFor()
    await visit.log.getByText(text, { exact: true }).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('the draft of a room', () => {
  it('greets as the room does that it becomes, after a reload and with another greeting too', async () => {
    const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    const dice = '{{char}} rolls {{roll:1000000}} at {{time}} for {{user}}'
    const input = { name: 'Dicer', greeting: dice, alternateGreetings: ['{{pick:Ahoy,Avast,Hoy}}, {{roll:1000000}}'] }
    const id = at(await nova.data(create, { input }), 'createCharacter', 'character', 'id')
    const visit = await chat.visit(nova)
    await visit.goTo(`/characters/${id}`)
    const profile = visit.page.getByRole('article').getByText('Dicer rolls')
    const text = (await profile.textContent()) ?? ''
    expect(text).toMatch(/^Dicer rolls \d+ at \d\d:\d\d for nova\d+$/)
    const stable = text.replace(/ at .*/, '')
    await visit.page.getByRole('button', { name: 'Start chat' }).click()
    await visit.log.getByText(stable).waitFor()
    await visit.page.reload()
    await visit.log.getByText(stable).waitFor()
    await visit.page.getByRole('button', { name: 'Next greeting' }).click()
    const other = visit.log.getByText(/^(?:Ahoy|Avast|Hoy), \d+$/)
    const chosen = (await other.textContent()) ?? ''
    chat.tap.next = saying('Snake eyes.')
    await visit.send('And now?')
    await visit.log.getByText('Snake eyes.').waitFor()
    expect(await other.textContent()).toBe(chosen)
    expect(chat.tap.lastJob.character?.greeting).toBe(chosen)
    // the next draft has another seed
    await visit.goTo(`/new?character=${id}`)
    await visit.log.getByText('Dicer rolls').waitFor()
    expect(await visit.log.getByText(stable).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  })

  it('becomes a room in a copy of its tab too, whose id the first tab has used', async () => {
    const id = await chat.character(nova, { name: 'Twin' })
    const visit = await chat.visit(nova)
    await visit.goTo(`/new?character=${id}`)
    await visit.log.getByText('Ahoy!').waitFor()
    // as a browser copies a tab
    const storage = await visit.page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
    const copy = await visit.inTab()
    await copy.page.evaluate(`Object.assign(sessionStorage, ${storage})`)
    await copy.goTo(`/new?character=${id}`)
    await copy.page.reload()
    await copy.log.getByText('Ahoy!').waitFor()
    for (const [tab, message] of [
      [visit, 'From the first tab'],
      [copy, 'From the copy'],
    ] as const) {
      chat.tap.next = saying(`Read: ${message}`)
      await tab.send(message)
      await tab.log.getByText(`Read: ${message}`).waitFor()
      expect(await tab.page.getByRole('alert').count()).toBe(0)
      expect(await tab.box.inputValue()).toBe('')
      expect(tab.faults).toEqual([])
    }
    expect(copy.page.url()).not.toBe(visit.page.url())
    await visit.end()
    await copy.end()
  }, 60_000)

  it('is shown only to the person who has written it', async () => {
    const visit = await chat.visit(nova)
    const { page, box } = visit
    await visit.beginRoom()
    await box.fill('For me alone')
    const other = await chat.app.person('other')
    for (const [{ username }, draft] of [
      [other, ''],
      [nova, 'For me alone'],
    ] as const) {
      await visit.signOut()
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
      await visit.signIn(username)
      await visit.beginRoom()
      await box.waitFor()
      expect(await box.inputValue()).toBe(draft)
    }
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('goes on in its room with what was written since the first message was sent, and with its web search', async () => {
    const visit = await chat.visit(await chat.app.person('hurried'))
    const { page, log, box } = visit
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    const webSearch = (pressed: boolean) => page.getByRole('button', { name: 'Web search', pressed })
    await webSearch(false).click()
    let send: () => void = () => undefined
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/graphql', (route) => held.then(() => route.fallback()))
    chat.tap.next = saying('North.')
    await visit.send('Which way to the harbour?')
    await log.getByText('Sending…').waitFor()
    await box.pressSequentially('And the ')
    send()
    await log.getByText('North.').waitFor()
    await page.waitForURL(({ hash }) => hash.startsWith('#/rooms/'))
    await page.keyboard.type('church?')
    expect(await box.inputValue()).toBe('And the church?')
    await webSearch(true).waitFor()
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    expect(await box.inputValue()).toBe('')
    await webSearch(false).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('attaches a picture in its room whose upload ends after the first message has created that', async () => {
    const visit = await chat.visit(await chat.app.person('painter'))
    const { page, log } = visit
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    const hold = async (path: string) => {
      let open: () => void = () => undefined
      const held = new Promise<void>((resolve) => (open = resolve))
      await page.route(path, (route) => held.then(() => route.fallback()))
      return open
    }
    const [send, upload] = [await hold('**/graphql'), await hold('**/images')]
    chat.tap.next = saying('North.')
    await visit.send('Which way to the harbour?')
    await log.getByText('Sending…').waitFor()
    await give(visit, ['paste'], {
      at: '.composer textarea',
      type: 'image/png',
      bytes: await noise(30, 20).png().toBuffer(),
    })
    send()
    await page.waitForURL(({ hash }) => hash.startsWith('#/rooms/'))
    await log.getByText('North.').waitFor()
    await visit.box.fill('And from here?')
    await visit.box.press('Enter')
    await visit.shows('The picture is still being uploaded')
    upload()
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    expect(await page.getByRole('button', { name: 'Remove picture' }).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a web search', () => {
  const query = 'What is a windlass?'
  const link = 'https://x.example/windlass?a=1'
  const title = '<b>Windlass</b> [1](javascript:alert(1))'
  const source = {
    kind: 'WEB',
    number: 1,
    title,
    link,
    file: null,
    place: null,
    passage: 'It hauls up <i>anchors</i>.',
  } as const
  const file = {
    ...source,
    kind: 'FILE',
    number: 2,
    title: 'ships.pdf',
    link: null,
    file: 'f',
    place: 'page 3',
    passage: null,
  } as const

  /** A message of a new person with the search on, and its reply. */
  const asked = async (name: string) => {
    const visit = await chat.visit(await chat.app.person(name))
    await visit.beginRoom()
    await visit.page.getByRole('button', { name: 'Web search', pressed: false }).click()
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send(query)
    const ended = async () => {
      reply.end('stop')
      await visit.log.getByRole('button', { name: 'Regenerate' }).waitFor({ state: 'attached' })
    }
    return { visit, reply, ended }
  }

  it('is shown while it runs, and its sources stay under the reply', async () => {
    const { visit, reply, ended } = await asked('curious')
    const { page, log } = visit
    reply.search({ state: 'SEARCHING', query, sources: [] })
    await log.getByText(/^Searching the web for “/).waitFor()
    await page
      .getByRole('status')
      .getByText(/^Searching the web for “/)
      .waitFor({ state: 'attached' })
    expect(chat.tap.lastJob.searchAccess).toBe(true)
    await visit.picture('web-search')
    reply.search({ state: 'ENDED', query, sources: [source, file] })
    reply.say('A winch for an anchor [1], see [2] and [7], `[1]` or [[1]](https://y.example/).')
    await log.getByText('2 sources').waitFor()
    expect(await log.getByText(/^Searching the web for “/).count()).toBe(0)
    await ended()
    const found = log.getByRole('link', { name: title })
    expect(await found.isVisible()).toBe(false)
    const cited = log.getByRole('link', { name: '[1]' })
    expect(await Promise.all((await cited.all()).map((each) => each.getAttribute('href')))).toEqual([
      ...[link, 'https://y.example/'],
    ])
    expect(await log.getByRole('link', { name: /^\[[27]/ }).count()).toBe(0)
    await log.getByText('2 sources').click()
    await visit.picture('sources')
    expect(await found.getAttribute('href')).toBe(link)
    expect(await found.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    for (const text of ['x.example', source.passage, 'ships.pdf', 'page 3']) await log.getByText(text).waitFor()
    await page.reload()
    await log.getByText('2 sources').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('that fails is said under the reply that was written without it', async () => {
    const { visit, reply, ended } = await asked('unlucky')
    const { log } = visit
    reply.search({ state: 'FAILED', query, sources: [] })
    reply.say('A winch.')
    await log.getByText('The web search failed.').waitFor()
    await ended()
    await log.getByText('The web search failed.').waitFor()
    expect(await log.getByText(/source/).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('is not offered in a chat with a character', async () => {
    const characterId = await chat.character(nova, { name: 'Bosun' })
    const visit = await chat.visit(nova)
    await visit.goTo(`/new?character=${characterId}`)
    await visit.box.waitFor()
    expect(await visit.page.getByRole('button', { name: 'Web search' }).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a chat with a character', () => {
  it('has the lorebooks that are on already marked in its settings', async () => {
    const reader = await chat.app.person('reader')
    const characterId = await chat.character(reader, { name: 'Keeper' })
    const make = 'mutation ($input: CreateLorebookInput!) { createLorebook(input: $input) { lorebook { id } } }'
    const books = ['Harbours', 'Ships', 'Winds']
    const ids: string[] = []
    for (const name of books)
      ids.push(at(await reader.data(make, { input: { name } }), 'createLorebook', 'lorebook', 'id'))
    const [everywhere, ofCharacter] = ids
    await reader.data(
      'mutation ($id: ID!) { updateLorebook(id: $id, input: { inEveryChatRoom: true }) { lorebook { id } } }',
      { id: everywhere },
    )
    await reader.data('mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }', {
      input: { lorebookId: ofCharacter, characterId },
    })
    const visit = await chat.visit(reader)
    const { page } = visit
    await visit.goTo(`/new?character=${characterId}`)
    chat.tap.next = saying('Welcome.')
    await visit.send('Hello')
    await visit.log.getByText('Welcome.').waitFor()
    await visit.choose(roomMenu(visit), 'Chat settings')
    const box = (name: string) => page.getByRole('checkbox', { name })
    for (const name of ['Harbours On in all chats with characters', 'Ships From the character']) {
      expect(await box(name).isChecked()).toBe(true)
      expect(await box(name).isDisabled()).toBe(true)
    }
    expect(await box('Winds').isChecked()).toBe(false)
    await box('Winds').click()
    await page.getByRole('checkbox', { name: 'Winds', checked: true }).waitFor()
    await visit.picture('room-lorebooks')
    expect(await visit.violations()).toEqual([])
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has with each reply which entries of lorebooks the model has read', async () => {
    const author = await chat.app.person('author')
    const book = {
      name: 'Harbours',
      entries: [{ keys: ['lisbon'], content: 'It is old.', name: 'Lisbon', enabled: true }],
    }
    const characterId = await chat.character(author, { name: 'Pilot' })
    const imported = await author.data(
      'mutation ($input: ImportLorebookInput!) { importLorebook(input: $input) { lorebook { id } } }',
      { input: { book: JSON.stringify(book) } },
    )
    await author.data('mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }', {
      input: { lorebookId: at(imported, 'importLorebook', 'lorebook', 'id'), characterId },
    })
    const visit = await chat.visit(author)
    const { page, log } = visit
    await visit.goTo(`/new?character=${characterId}`)
    chat.tap.next = saying('Aye.')
    await visit.send('Tell me about Lisbon')
    await log.getByText('Aye.').waitFor()
    await visit.choose(log.getByRole('button', { name: 'Actions for this reply' }), 'Details')
    const dialog = page.getByRole('dialog', { name: 'Details of this reply' })
    await dialog.getByRole('heading', { name: 'Harbours' }).waitFor()
    await dialog.getByRole('listitem').getByText('Lisbon').waitFor()
    await visit.picture('reply-details')
    expect(await visit.violations()).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    // the text of an edited reply is not the one of a model
    await visit.choose(log.getByRole('button', { name: 'Actions for this reply' }), 'Edit reply')
    await page.getByRole('textbox', { name: 'Edit reply' }).fill('Aye, aye.')
    await page.getByRole('button', { name: 'Save' }).click()
    await log.getByText('Aye, aye.').waitFor()
    await log.getByRole('button', { name: 'Actions for this reply' }).click()
    await page.getByRole('menuitem', { name: 'Edit reply' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Details' }).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('that the person cannot see says so, and leads to the others', async () => {
    const other = await chat.app.person('secretive')
    const characterId = await chat.character(other, { name: 'Hermit', visibility: 'PRIVATE' })
    const visit = await chat.visit(nova)
    await visit.goTo(`/new?character=${characterId}`)
    await visit.page.getByRole('heading', { level: 1, name: 'Character not found' }).waitFor()
    await visit.page.getByRole('main').getByRole('link', { name: 'Show all characters' }).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('a room', () => {
  it('has a title without marks, and says replies without marks, until another person signs in', async () => {
    const visit = await chat.visit(nova)
    const { page, log } = visit
    await visit.goTo(`/rooms/${await nova.room()}`)
    const parts = ['# Depth', 'It is **very** deep, see `log()`.', '- one\n- _two_', '3. third', '> Call me', table]
    chat.tap.next = saying([...parts, '[here](https://example.org/) &amp; there, 2 ** 3'].join('\n\n'))
    await visit.send('**Tell me** about `the sea`')
    await log.getByRole('heading', { level: 2, name: 'Depth' }).waitFor()
    const title = page.getByRole('heading', { level: 1 })
    await title.getByText('Tell me about the sea', { exact: true }).waitFor()
    const said = page.getByRole('status').filter({ hasText: 'It is very deep, see log().' })
    await said.waitFor({ state: 'attached' })
    const spoken = ['Depth', 'It is very deep, see log().', 'one', 'two', '3. third', 'Call me', 'a, b', '1, 2']
    expect(await said.textContent()).toBe(`Assistant: ${[...spoken, 'here & there, 2 ** 3'].join('\n')}`)
    await visit.signOut()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('It is very deep').count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('is created by its first message, is pinned, and has a mark until its reply is read, in every tab', async () => {
    const owner = await chat.app.person('starter')
    const visit = await chat.visit(owner)
    const { page } = visit
    const list = page.getByRole('navigation', { name: 'Chats' })
    await visit.beginRoom()
    await visit.box.fill('Which way to the harbour?')
    await list.getByText('No chats yet').waitFor()
    chat.tap.next = saying('North.')
    await visit.box.press('Enter')
    await visit.log.getByText('North.').waitFor()
    await list.getByRole('link', { name: 'Which way to the harbour?' }).waitFor()
    expect(await page.evaluate('location.hash')).toMatch(/^#\/rooms\//)
    await list.getByRole('heading', { name: 'Today' }).waitFor()
    await visit.choose(list.getByRole('button', { name: /Actions for/ }), 'Pin')
    await list.getByRole('heading', { name: 'Pinned' }).waitFor()
    await list.getByRole('img', { name: 'New reply' }).waitFor({ state: 'detached' })

    const other = await visit.inTab()
    const otherList = other.page.getByRole('navigation', { name: 'Chats' })
    const { hash } = new URL(page.url())
    await visit.beginRoom()
    await visit.shows('What would you like to talk about?')
    chat.tap.next = saying('South.')
    await owner.say(hash.replace('#/rooms/', ''))
    for (const each of [list, otherList]) await each.getByRole('img', { name: 'New reply' }).waitFor()
    await visit.picture('unread')
    expect(await visit.violations()).toEqual([])
    await list.getByRole('link', { name: /harbour/ }).click()
    for (const each of [list, otherList])
      await each.getByRole('img', { name: 'New reply' }).waitFor({ state: 'detached' })
    expect([visit.faults, other.faults]).toEqual([[], []])
    await visit.end()
  }, 60_000)

  it('is renamed, archived and deleted from the list', async () => {
    const other = await chat.app.person('owner')
    const roomId = await chat.room(other, ['Hello', 'Ahoy.'])
    const visit = await chat.visit(other)
    const { page } = visit
    await visit.goTo(`/rooms/${roomId}`)
    const list = page.getByRole('navigation', { name: 'Chats' })
    const menu = list.getByRole('button', { name: /Actions for/ })
    // the shown title is where a name begins, and is not a name itself
    await visit.choose(menu, 'Rename')
    await list.getByRole('textbox', { name: 'Name' }).press('Enter')
    await menu.and(page.locator(':focus')).waitFor()
    await visit.choose(menu, 'Chat settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await other.data('{ myRooms { nodes { name } } }')).toEqual({ myRooms: { nodes: [{ name: null }] } })
    await visit.choose(menu, 'Chat settings')
    await visit.picture('room-settings')
    await page.getByLabel('Name').fill('On deck')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'On deck' }).waitFor()
    await visit.choose(menu, 'Rename')
    await visit.picture('room-rename')
    expect(await list.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('On deck')
    // Escape keeps the name, Enter saves
    await list.getByRole('textbox', { name: 'Name' }).fill('Overboard')
    await list.getByRole('textbox', { name: 'Name' }).press('Escape')
    await list.getByRole('link', { name: 'On deck' }).waitFor()
    await menu.and(page.locator(':focus')).waitFor()
    await visit.choose(menu, 'Rename')
    await list.getByRole('textbox', { name: 'Name' }).fill('Below deck')
    await list.getByRole('textbox', { name: 'Name' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Below deck' }).waitFor()
    await menu.and(page.locator(':focus')).waitFor()
    await visit.choose(menu, 'Archive')
    await list.getByText('No chats yet').waitFor()
    await page.getByRole('main').getByText('Archived', { exact: true }).waitFor()
    const offer = page.getByRole('region', { name: /^Archived/ })
    await offer.getByText('Archived “\u2068Below deck\u2069”').waitFor()
    await visit.picture('room-archived')
    expect(await visit.violations()).toEqual([])
    await offer.getByRole('button', { name: 'Undo' }).press('Enter')
    await list.getByRole('link', { name: 'Below deck' }).waitFor()
    await page.getByRole('main').getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('status').filter({ hasText: 'Unarchived' }).waitFor({ state: 'attached' })
    await offer.waitFor({ state: 'detached' })
    const main = page.getByRole('main').and(page.locator(':focus'))
    await main.waitFor()
    await visit.choose(menu, 'Archive')
    await offer.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await offer.waitFor({ state: 'detached' })
    await main.waitFor()
    await list.getByRole('link', { name: 'Archived chats' }).click()
    const archive = page.getByRole('main')
    await archive.getByRole('link', { name: 'Below deck' }).waitFor()
    await visit.picture('archive')
    await archive.getByRole('button', { name: /^Unarchive/ }).click()
    await page
      .getByRole('region', { name: /^Unarchived/ })
      .getByRole('button', { name: 'Undo' })
      .press('Enter')
    await archive.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await archive.getByText('No archived chats.').waitFor()
    expect(await offer.count()).toBe(0)
    expect(await page.evaluate('location.hash')).toBe('#/archived')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('keeps its field for the name and its dialog when it moves in the list', async () => {
    const owner = await chat.app.person('collector')
    const roomId = await owner.room()
    for (let count = 2; count < 40; count += 1) await owner.room()
    const nextId = await owner.room()
    const visit = await chat.visit(owner)
    const { page } = visit
    const list = page.getByRole('navigation', { name: 'Chats' })
    await list.getByRole('link', { name: 'Assistant' }).first().waitFor()
    const row = list.locator('.room-link', { has: page.locator(`[href="#/rooms/${roomId}"]`) })
    await until('the list is at its end', async () => {
      await page.evaluate(`document.querySelector('.room-list').scrollTo(0, 100_000)`)
      return row.isVisible()
    })
    await visit.choose(row.getByRole('button', { name: /Actions for/ }), 'Rename')
    const field = list.getByRole('textbox', { name: 'Name' })
    await field.fill('Half a na')
    chat.tap.next = saying('Ahoy.')
    await owner.say(roomId)
    await until('the room is above the list', async () => ((await field.boundingBox())?.y ?? 0) < 0)
    await field.pressSequentially('me')
    expect(await field.inputValue()).toBe('Half a name')
    await field.press('Escape')
    await row.getByRole('img', { name: 'New reply' }).waitFor()
    await visit.choose(row.getByRole('button', { name: /Actions for/ }), 'Delete')
    await page.getByRole('dialog').waitFor()
    chat.tap.next = saying('Ahoy.')
    await owner.say(nextId)
    await list.locator('.room-link').first().locator(`[href="#/rooms/${nextId}"]`).waitFor()
    expect(await page.evaluate(`document.querySelectorAll('dialog:modal').length`)).toBe(1)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('the day of earlier messages', () => {
  it.each([
    ['en-GB', /^\w+,? \d{1,2} \w+ \d{4}$/],
    ['en-US', /^\w+, \w+ \d{1,2}, \d{4}$/],
  ])(
    'is written as in %s',
    async (locale, form) => {
      const roomId = await chat.room(nova, ['Hello', 'Ahoy.'])
      const visit = await chat.visit(nova, { locale })
      await visit.page.clock.setFixedTime(Date.now() + 3 * 86_400_000)
      await visit.goTo(`/rooms/${roomId}`)
      await visit.page.reload()
      await visit.page.locator('.log-day').filter({ hasText: form }).waitFor()
      await visit.end()
    },
    30_000,
  )
})

describe('a conversation leaves the page', () => {
  it('as a file of Markdown', async () => {
    const roomId = await chat.room(nova, ['Where to?', '# To the *sea*'])
    const visit = await chat.visit(nova)
    const { page } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await visit.choose(roomMenu(visit), 'Export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Markdown' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Where to.md')
    expect(await text(await download.createReadStream())).toContain('\n> # To the *sea*\n')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('as a link to a copy, which its owner ends in the settings', async () => {
    const roomId = await chat.room(nova, ['Which way?', '| a | b |\n|-|-|\n| **1** | 2 |\n\n```js\nlet far = 1\n```'])
    const visit = await chat.visit(nova)
    const { page } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await visit.choose(roomMenu(visit), 'Share')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = page.getByRole('textbox', { name: 'Link' })
    const { pathname, search } = new URL(await link.inputValue())
    await visit.picture('share-link')
    expect(await visit.violations()).toEqual([])

    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1_280]) {
        const viewport = { width, height: 740 }
        const context = await chat.browser.newContext({ javaScriptEnabled: false, colorScheme, viewport })
        const reader = await context.newPage()
        await reader.goto(chat.app.url + pathname + search)
        await reader.getByRole('cell', { name: '2' }).waitFor()
        const folder = process.env['SCREENSHOTS']
        if (folder) await reader.screenshot({ path: `${folder}/shared-${colorScheme}-${String(width)}.png` })
        expect(await reader.title()).toBe('Which way? – Parley')
        await context.close()
      }

    await page.getByRole('link', { name: 'Manage shared chats' }).click()
    await page.getByRole('heading', { name: 'Shared chats', level: 2 }).waitFor()
    await visit.picture('shared-chats')
    expect(await visit.violations()).toEqual([])
    await page.getByRole('button', { name: /^Stop sharing “/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
    await visit.shows('You have not shared any chats.')
    await page.goto(chat.app.url + pathname + search)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})
