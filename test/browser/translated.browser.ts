import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { enterConsole } from '../support/browser/console-visit.js'
import { consoleScreens } from '../support/browser/console-screens.js'
import { openFullConsoleWorld, type ConsoleWorld } from '../support/browser/console-world.js'
import { testBrowser } from '../support/browser/chromium.js'
import { textsOfReact, translated, translatePages } from '../support/browser/translate.js'
import { ChatFixture } from '../support/pages/chat-fixture.js'
import { ChatVisit } from '../support/pages/chat-visit.js'
import { PacedReply } from '../support/pages/paced-reply.js'
import { makeScreenWorld, type ScreenWorld } from '../support/pages/screen-world.js'
import { openScreen, screensOfGuests, screensOfPeople } from '../support/pages/screens.js'

const crashed = 'Something went wrong in this part of the page'

describe('the chat page, translated by the browser', () => {
  let chat: ChatFixture
  let world: ScreenWorld
  beforeAll(async () => {
    chat = await ChatFixture.open({ SHARE_LINKS: 'true' })
    world = await makeScreenWorld(chat)
  })
  afterAll(() => chat.close())

  const begin = async () => {
    const visit = await ChatVisit.blank(chat.browser, chat.app.url)
    await translatePages(visit.page.context())
    return visit
  }

  const isWhole = async ({ page, faults }: ChatVisit) => {
    await translated(page)
    expect(await textsOfReact(page)).toEqual([])
    expect(await page.getByText(crashed).count()).toBe(0)
    expect(faults).toEqual([])
  }

  it('goes from each screen to the next', async () => {
    const visit = await begin()
    for (const screen of screensOfGuests) {
      await openScreen(visit, screen, world)
      await isWhole(visit)
    }
    await visit.signIn(world.person.username)
    for (const screen of screensOfPeople) {
      await openScreen(visit, screen, world)
      await isWhole(visit)
      await visit.page.keyboard.press('Escape')
      await visit.goTo('/')
      await visit.shows('Captain Ahab')
    }
    await visit.end()
  })

  it('shows replies while they grow, and the conversations around them', async () => {
    const visit = await begin()
    await visit.goTo('/')
    await visit.signIn(world.person.username)
    await visit.beginRoom()
    const words = Array.from({ length: 60 }, (_, index) => (index % 9 === 4 ? `**w${index}**` : `w${index}`))
    for (const question of ['Count *slowly*', 'Again']) {
      const reply = new PacedReply()
      chat.tap.next = reply.course
      await visit.send(question)
      for (const [index, word] of words.entries()) {
        reply.say(`${word}${index % 12 === 11 ? '\n\n' : ' '}`)
        await visit.log.getByText(`w${index}`, { exact: false }).last().waitFor()
      }
      reply.end()
      await visit.log.getByRole('button', { name: 'Regenerate' }).last().waitFor()
      await isWhole(visit)
    }
    expect(await visit.log.innerText()).toContain('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11\n')
    await visit.end()
  })
})

describe('the console, translated by the browser', () => {
  const chromium = testBrowser()
  let world: ConsoleWorld
  beforeAll(async () => {
    world = await openFullConsoleWorld()
  })
  afterAll(() => world.app.close())

  it('goes from each screen to the next', async () => {
    const context = await chromium.browser().newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await translatePages(context)
    const page = await context.newPage()
    await page.goto(world.url)
    await enterConsole(page, world.admin)
    for (const { name, show } of consoleScreens) {
      await show(page)
      await translated(page)
      expect([name, await textsOfReact(page), await page.getByText(crashed).count()]).toEqual([name, [], 0])
    }
    await context.close()
  })
})
