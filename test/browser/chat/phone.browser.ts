import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CDPSession, Locator } from 'playwright-core'
import { at, type Person } from '../../support/app/person.js'
import { until } from '@parley/testing'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'

let chat: ChatFixture
let nova: Person
let roomId: string
let visit: ChatVisit
let tools: CDPSession
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
  roomId = await chat.room(nova, ['Which harbour?', 'Lisbon.'], ['And then?', 'The sea.'])
  await chat.room(nova, ['Another one', 'Yes.'])
  visit = await chat.visit(nova, { viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true })
  tools = await visit.page.context().newCDPSession(visit.page)
}, 60_000)
afterAll(async () => {
  await visit.end()
  await chat.close()
})

const list = () => visit.page.getByRole('navigation', { name: 'Chats' })
const openList = () => visit.page.getByRole('banner').getByRole('button', { name: 'Chats' }).tap()

describe('the page as an app', () => {
  it('can be installed', async () => {
    const { data = '', errors } = await tools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ name: 'Parley', display: 'standalone' })
    const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors')
    // each visit of a test has a profile of its own, like a private window
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  })

  it('has the colours that the reader chooses in the bar of the browser too', async () => {
    const colour = () =>
      visit.page.evaluate(
        '[...document.querySelectorAll("meta[name=theme-color]")].find(({ media }) => matchMedia(media).matches).content',
      )
    expect(await colour()).toBe('#ffffff')
    await visit.choose(visit.page.getByRole('button', { name: 'Account and settings' }), 'Dark theme')
    expect(await colour()).toBe('#1b1e29')
    await visit.choose(visit.page.getByRole('button', { name: 'Account and settings' }), 'Light theme')
    expect(await colour()).toBe('#ffffff')
  })
})

describe('the parts of the settings on a phone', () => {
  const fades = () =>
    visit.page.evaluate(`(({ style }) => [style('--fade-start'), style('--fade-end')])({
      style: (name) => parseFloat(getComputedStyle(document.querySelector('.strip')).getPropertyValue(name)) > 0,
    })`)

  it('fade where more of them follow, and the current one is in view beside the fade', async () => {
    const current = visit.page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]')
    for (const [part, expected] of [
      ['profile', [false, true]],
      ['api-keys', [true, true]],
      ['data', [true, false]],
    ] as const) {
      await visit.goTo(`/settings/${part}`)
      await current.waitFor()
      await until(`the fades at ${part}`, fades, (shown) => JSON.stringify(shown) === JSON.stringify(expected))
      const box = await current.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(expected[0] ? 64 : 0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    }
  })
})

describe('the list of chats on a phone', () => {
  const focusIsIn = (selector: string) => visit.page.evaluate(`document.activeElement.closest('${selector}') !== null`)

  it('is over the screen, has the focus, and closes by a touch beside it, Escape, its button and a chat', async () => {
    const { page } = visit
    await visit.goTo('/settings')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const endings = [
      () => page.touchscreen.tap(380, 400),
      () => page.keyboard.press('Escape'),
      () => list().getByRole('button', { name: 'Close' }).tap(),
    ]
    for (const end of endings) {
      await openList()
      await list().getByRole('link').nth(2).waitFor()
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab')
        // out of the last element the focus goes to the browser
        expect(await page.evaluate('document.activeElement === document.body')).toBe(
          (await focusIsIn('.sidebar')) ? false : true,
        )
      }
      await end()
      await list().waitFor({ state: 'hidden' })
      expect(await focusIsIn('.top-bar')).toBe(true)
    }
    await openList()
    await list().getByRole('link', { name: 'Which harbour?' }).tap()
    await visit.log.getByText('The sea.').waitFor()
    expect(await list().isVisible()).toBe(false)
    expect(await focusIsIn('main')).toBe(true)
  }, 60_000)

  it('is beside the screen again in a wider window', async () => {
    const { page } = visit
    await openList()
    await page.setViewportSize({ width: 1_000, height: 740 })
    await until(
      'the rest of the page has no focus',
      () => page.evaluate('document.querySelectorAll("[inert]").length'),
      (count) => count === 0,
    )
    await page.setViewportSize({ width: 390, height: 740 })
  }, 60_000)
})

describe('a room on a phone', () => {
  it('has the commands of older messages in their menus, and none that a finger presses unseen', async () => {
    const { page, log } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await log.getByText('The sea.').waitFor()
    const besideMenus = `[...document.querySelectorAll('.log-row:not(.last) .entry-commands > .menu > button')].flatMap((menu) => {
      const { left, right, top, height } = menu.getBoundingClientRect()
      return [left - 22, right + 22].map((x) => document.elementFromPoint(x, top + height / 2)?.closest('button') ?? null)
    })`
    expect(await page.evaluate(besideMenus)).toEqual([null, null, null, null])
    const commandsOf = async (menu: string) => {
      await log.getByRole('button', { name: menu }).first().tap()
      await page.getByRole('menuitem').first().waitFor()
      const names = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      return names
    }
    expect(await commandsOf('Message actions')).toEqual([
      ...['Copy message', 'Edit and resend', 'Delete message and reply', 'Delete this and everything after'],
    ])
    expect(await commandsOf('Actions for this reply')).toEqual([
      ...['Copy reply', 'Regenerate', 'Edit reply', 'Delete message and reply', 'Delete this and everything after'],
    ])
    const ofLast = `[...document.querySelectorAll('.last .reply .entry-commands button[aria-label]')].map((each) => each.ariaLabel)`
    expect(await page.evaluate(ofLast)).toEqual(['Copy reply', 'Regenerate', 'Actions for this reply'])
  }, 60_000)

  it('has the model whole beside a long name of a character, which is cut', async () => {
    const characterId = await chat.character(nova, { name: 'Captain Mara Voss of the Northern Harbour' })
    const { page } = visit
    const made = await nova.data(
      'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }',
      { input: { characterId, name: 'On deck' } },
    )
    await visit.goTo(`/rooms/${at(made, 'createChatRoom', 'room', 'id')}`)
    await page.getByRole('main').getByRole('button', { name: 'Model: Local' }).waitFor()
    await visit.log.getByText('Ahoy!').waitFor()
    const isCut = async (selector: string) =>
      page.evaluate<boolean>(
        `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.room-partner ${selector}'))`,
      )
    expect([await isCut('a'), await isCut('.menu .clipped')]).toEqual([true, false])
  }, 60_000)

  it('has its first words at most 60 px below the top', async () => {
    await visit.goTo(`/rooms/${roomId}`)
    await visit.log.getByText('The sea.').waitFor()
    expect((await visit.page.locator('.log-frame').boundingBox())?.y).toBeLessThanOrEqual(60)
  }, 60_000)

  it('has one bar while the keyboard is open, and less than a quarter of the height for it', async () => {
    const { page } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await visit.log.getByText('The sea.').waitFor()
    await page.setViewportSize({ width: 390, height: 400 })
    const height = (await page.locator('.room-header').boundingBox())?.height ?? NaN
    expect(height).toBeLessThan(100)
    await visit.picture('phone-keyboard')
    await page.setViewportSize({ width: 390, height: 740 })
  }, 60_000)
})

describe('a long press', () => {
  const menus = () => visit.page.locator('[role=menu]:popover-open')

  /** Puts a finger on an element until `held` holds, moves it and lifts it. */
  const press = async (on: Locator, { moveBy = 0 } = {}) => {
    const box = await on.boundingBox()
    if (!box) throw new Error('There is nothing to press.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    if (moveBy > 0)
      await tools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moveBy }] })
    else await menus().waitFor()
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  it('opens the menu of a chat in the list, and does not open the chat', async () => {
    const { page } = visit
    await visit.goTo(`/rooms/${roomId}`)
    await openList()
    await press(list().getByRole('link', { name: 'Another one' }))
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    expect(page.url()).toContain(roomId)
    await page.getByRole('menuitem', { name: 'Pin' }).tap()
    await list().getByRole('heading', { name: 'Pinned' }).waitFor()
    await page.keyboard.press('Escape')
  }, 60_000)

  it('opens the menu of a message', async () => {
    await visit.goTo(`/rooms/${roomId}`)
    await press(visit.log.locator('.speaker').last())
    await visit.page.getByRole('menuitem', { name: 'Edit reply' }).waitFor()
    await visit.page.keyboard.press('Escape')
    await menus().waitFor({ state: 'detached' })
  }, 60_000)

  it('selects text as before, and a finger that moves scrolls', async () => {
    const { page } = visit
    // as browsers of phones have done it when the press is long
    await page.evaluate(
      `addEventListener('touchstart', () => getSelection().selectAllChildren(document.querySelector('.message')), { once: true })`,
    )
    const speaker = visit.log.locator('.speaker').last()
    await press(speaker, { moveBy: 80 })
    const box = await visit.log.locator('.message').last().boundingBox()
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    // an event of the same place that comes after a press would have opened the menu
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1_000))')
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(await menus().count()).toBe(0)
    expect(visit.faults).toEqual([])
  }, 60_000)
})
