import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { makeScreenWorld, type ScreenWorld } from '../../support/pages/screen-world.js'
import { smallTargets } from '../../support/pages/small-targets.js'
import { roomMenu, screensOfGuests, screensOfPeople, type Screen } from '../../support/pages/screens.js'

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_440] as const).map((width) => ({ colorScheme, width })),
)

let chat: ChatFixture
let world: ScreenWorld
beforeAll(async () => {
  chat = await ChatFixture.open({ SHARE_LINKS: 'true' })
  world = await makeScreenWorld(chat)
}, 60_000)
afterAll(() => chat.close())

describe.each(looks)('$colorScheme, $width px', ({ colorScheme, width }) => {
  const viewport = { width, height: width === 360 ? 740 : 900 }
  let guest: ChatVisit
  let visit: ChatVisit
  beforeAll(async () => {
    const device = width === 360 ? { isMobile: true, hasTouch: true } : {}
    guest = await chat.visit(undefined, { viewport, colorScheme, ...device })
    visit = await chat.visit(world.person, { viewport, colorScheme, ...device })
  }, 60_000)
  afterAll(async () => {
    await guest.end()
    await visit.end()
  })

  const open = async (by: ChatVisit, { place, shows, then }: Screen) => {
    await by.goTo(place(world))
    // what another screen has opened is closed
    await by.page.reload()
    await by.shows(shows)
    await then?.(by)
  }

  const look = async (by: ChatVisit, name: string) => {
    // an animation of another timeline follows the scrolling, and ends nowhere
    await by.page.evaluate(
      'Promise.all(document.getAnimations().map(({ timeline, finished }) => timeline === document.timeline && finished.catch(() => null)))',
    )
    await by.picture(`${name}-${colorScheme}-${String(width)}`)
    expect(await by.violations()).toEqual([])
    expect(await by.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    if (width === 360) expect(await by.page.evaluate(smallTargets)).toEqual([])
    expect(by.faults).toEqual([])
  }

  it.each(screensOfGuests.map((screen) => [screen.name, screen] as const))(
    'is accessible and fits: %s',
    async (name, screen) => {
      await open(guest, screen)
      await look(guest, name)
    },
    30_000,
  )

  it.each(screensOfPeople.map((screen) => [screen.name, screen] as const))(
    'is accessible and fits: %s',
    async (name, screen) => {
      await open(visit, screen)
      await look(visit, name)
    },
    30_000,
  )

  it('has the offer to undo an archiving over the screen', async () => {
    const { page } = visit
    await visit.goTo(`/rooms/${world.roomId}`)
    await page.reload()
    await visit.choose(roomMenu(visit), 'Archive')
    const offer = page.getByRole('region', { name: /^Archived/ })
    await offer.waitFor()
    await look(visit, 'room-archived')
    if (width === 360) {
      await page.getByRole('banner').getByRole('button', { name: 'Chats' }).click()
      // the search of the list is not under it
      await page.getByRole('link', { name: 'Search messages' }).click({ trial: true })
      await look(visit, 'room-archived-list')
    }
    await offer.getByRole('button', { name: 'Undo' }).click()
    await offer.waitFor({ state: 'detached' })
  }, 30_000)

  it('has the list of conversations beside the screen, or over it on a phone', async () => {
    await visit.goTo('/')
    await visit.page.reload()
    await visit.shows('Captain Ahab')
    const list = visit.page.getByRole('navigation', { name: 'Chats' })
    if (width === 360) {
      expect(await list.isVisible()).toBe(false)
      await visit.page.getByRole('banner').getByRole('button', { name: 'Chats' }).click()
    }
    await list.getByRole('link').nth(3).waitFor()
    await visit.picture(`conversations-${colorScheme}-${String(width)}`)
    expect(await visit.violations()).toEqual([])
    await list
      .getByRole('link', { name: /Captain Ahab/ })
      .first()
      .click()
    await visit.shows('A short reply.')
    if (width === 360) expect(await list.isVisible()).toBe(false)
  }, 30_000)
})
