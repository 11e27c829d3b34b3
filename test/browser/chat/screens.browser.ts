import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { makeScreenWorld, newestReply } from '../../support/pages/screen-world.js'
import type { ScreenWorld } from '../../support/pages/screen-world.js'

interface Screen {
  readonly name: string
  readonly place: (world: ScreenWorld) => string
  /** A text that is there when the screen is complete. */
  readonly shows: string
  /** What is done before it is looked at. */
  readonly then?: (visit: ChatVisit) => Promise<void>
}

const roomMenu = ({ page }: ChatVisit) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Commands for “/ })
    .first()
const entryMenu = ({ log }: ChatVisit) => log.getByRole('button', { name: 'Commands for this message' }).last()

const ofGuests: readonly Screen[] = [
  { name: 'guest-gallery', place: () => '/', shows: 'Captain Ahab' },
  { name: 'guest-character', place: ({ characterId }) => `/characters/${characterId}`, shows: 'Start a conversation' },
  { name: 'sign-in', place: () => '/sign-in', shows: 'Forgot the password?' },
  {
    name: 'sign-in-refused',
    place: () => '/sign-in?next=/settings',
    shows: 'Forgot the password?',
    then: async (visit) => {
      await visit.enter('nobody')
      await visit.page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-up', place: () => '/sign-up', shows: 'At least 8 characters.' },
  { name: 'reset-password', place: () => '/reset-password', shows: 'Send the code' },
  { name: 'no-such-page', place: () => '/nowhere', shows: 'There is no such page' },
]

const ofPeople: readonly Screen[] = [
  { name: 'gallery', place: () => '/', shows: 'Captain Ahab' },
  { name: 'gallery-mine', place: () => '/?mine=1', shows: 'Secret' },
  { name: 'gallery-none-found', place: () => '/?q=zzzz', shows: 'No character matches' },
  { name: 'character', place: ({ characterId }) => `/characters/${characterId}`, shows: 'Continue the conversation' },
  { name: 'character-missing', place: () => '/characters/999999', shows: 'There is no such character' },
  { name: 'new-character', place: () => '/characters/new', shows: 'Create the character' },
  { name: 'edit-character', place: ({ characterId }) => `/characters/${characterId}/edit`, shows: 'Save' },
  {
    name: 'imported-character',
    place: ({ characterId }) => `/characters/${characterId}/edit?imported=1`,
    shows: 'is imported.',
  },
  { name: 'room', place: ({ roomId }) => `/rooms/${roomId}`, shows: 'A short reply.' },
  {
    name: 'room-markdown',
    place: ({ roomId }) => `/rooms/${roomId}?entry=1`,
    shows: 'A heading',
    then: ({ log }) => log.locator('.hljs-keyword').first().waitFor(),
  },
  {
    name: 'entry-menu',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: newestReply,
    then: (visit) => entryMenu(visit).click(),
  },
  {
    name: 'delete-entry',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: newestReply,
    then: (visit) => visit.choose(entryMenu(visit), 'Delete this message and its reply'),
  },
  { name: 'empty-room', place: ({ emptyRoomId }) => `/rooms/${emptyRoomId}`, shows: 'Say something to begin.' },
  {
    name: 'room-settings',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: 'A short reply.',
    then: (visit) => visit.choose(roomMenu(visit), 'Settings'),
  },
  {
    name: 'rename-room',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: 'A short reply.',
    then: (visit) => visit.choose(roomMenu(visit), 'Rename'),
  },
  {
    name: 'room-missing',
    place: () => '/rooms/00000000-0000-4000-8000-000000000000',
    shows: 'This conversation does not exist any more',
  },
  { name: 'search', place: () => '/search?q=everything', shows: 'Show me' },
  { name: 'search-none', place: () => '/search?q=zzzz', shows: 'No message has these words' },
  { name: 'settings-profile', place: () => '/settings/profile', shows: 'Verification of the e-mail address' },
  { name: 'settings-sessions', place: () => '/settings/sessions', shows: 'This session' },
  { name: 'settings-usage', place: () => '/settings/usage', shows: 'Messages today' },
  { name: 'settings-data', place: () => '/settings/data', shows: 'A copy of your data' },
  {
    name: 'account-menu',
    place: () => '/settings/profile',
    shows: 'Verification of the e-mail address',
    then: ({ page }) => page.getByRole('button', { name: 'Account and settings' }).click(),
  },
]

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_440] as const).map((width) => ({ colorScheme, width })),
)

let chat: ChatFixture
let world: ScreenWorld
beforeAll(async () => {
  chat = await ChatFixture.open()
  world = await makeScreenWorld(chat)
}, 60_000)
afterAll(() => chat.close())

describe.each(looks)('$colorScheme, $width px', ({ colorScheme, width }) => {
  const viewport = { width, height: width === 360 ? 740 : 900 }
  let guest: ChatVisit
  let visit: ChatVisit
  beforeAll(async () => {
    guest = await chat.visit(undefined, { viewport, colorScheme })
    visit = await chat.visit(world.person, { viewport, colorScheme })
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
    await by.page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))')
    await by.picture(`${name}-${colorScheme}-${String(width)}`)
    expect(await by.violations()).toEqual([])
    expect(await by.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(by.faults).toEqual([])
  }

  it.each(ofGuests.map((screen) => [screen.name, screen] as const))(
    'is accessible and fits: %s',
    async (name, screen) => {
      await open(guest, screen)
      await look(guest, name)
    },
    30_000,
  )

  it.each(ofPeople.map((screen) => [screen.name, screen] as const))(
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
    const offer = page.getByRole('region', { name: 'is in the archive' })
    await offer.waitFor()
    await look(visit, 'room-archived')
    if (width === 360) {
      await page.getByRole('banner').getByRole('button', { name: 'Conversations' }).click()
      // the search of the list is not under it
      await page.getByRole('link', { name: 'Search in messages' }).click({ trial: true })
      await look(visit, 'room-archived-list')
    }
    await offer.getByRole('button', { name: 'Undo' }).click()
    await offer.waitFor({ state: 'detached' })
  }, 30_000)

  it('has the list of conversations beside the screen, or over it on a phone', async () => {
    await visit.goTo('/')
    await visit.page.reload()
    await visit.shows('Captain Ahab')
    const list = visit.page.getByRole('navigation', { name: 'Conversations' })
    if (width === 360) {
      expect(await list.isVisible()).toBe(false)
      await visit.page.getByRole('banner').getByRole('button', { name: 'Conversations' }).click()
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
