import type { ChatVisit } from './chat-visit.js'
import { newestReply, type ScreenWorld } from './screen-world.js'

/** A screen of the chat page, complete. */
export interface Screen {
  readonly name: string
  readonly place: (world: ScreenWorld) => string
  /** A text that is there when the screen is complete. */
  readonly shows: string
  /** What is done before it is looked at. */
  readonly then?: (visit: ChatVisit) => Promise<void>
}

export const roomMenu = ({ page }: ChatVisit) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for “/ })
    .first()
const entryMenu = ({ log }: ChatVisit) => log.getByRole('button', { name: 'Message actions' }).last()

export const screensOfGuests: readonly Screen[] = [
  { name: 'guest-gallery', place: () => '/', shows: 'Captain Ahab' },
  { name: 'guest-character', place: ({ characterId }) => `/characters/${characterId}`, shows: 'Start chat' },
  { name: 'sign-in', place: () => '/sign-in', shows: 'Forgot your password?' },
  {
    name: 'sign-in-refused',
    place: () => '/sign-in?next=/settings',
    shows: 'Forgot your password?',
    then: async (visit) => {
      await visit.enter('nobody')
      await visit.page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-up', place: () => '/sign-up', shows: 'At least 8 characters.' },
  { name: 'reset-password', place: () => '/reset-password', shows: 'Ask its administrator for a password reset link' },
  { name: 'password-link', place: () => '/password-link?token=x', shows: 'This link no longer works' },
  { name: 'no-such-page', place: () => '/nowhere', shows: 'Page not found' },
]

export const screensOfPeople: readonly Screen[] = [
  { name: 'gallery', place: () => '/', shows: 'Captain Ahab' },
  { name: 'gallery-mine', place: () => '/?mine=1', shows: 'Secret' },
  { name: 'gallery-drafts', place: () => '/?mine=drafts', shows: 'Secret' },
  { name: 'gallery-tag', place: () => '/?tag=zzzz', shows: 'No matching characters' },
  { name: 'gallery-liked', place: () => '/liked', shows: 'Characters you like' },
  { name: 'author-missing', place: () => '/authors/999999', shows: 'No public characters' },
  { name: 'gallery-none-found', place: () => '/?q=zzzz', shows: 'No matching characters' },
  { name: 'character', place: ({ characterId }) => `/characters/${characterId}`, shows: 'Continue chat' },
  { name: 'character-missing', place: () => '/characters/999999', shows: 'Character not found' },
  { name: 'new-character', place: () => '/characters/new', shows: 'Save as private' },
  { name: 'edit-character', place: ({ characterId }) => `/characters/${characterId}/edit`, shows: 'Save' },
  {
    name: 'test-conversation',
    place: ({ characterId }) => `/characters/${characterId}/edit?test=1`,
    shows: 'Start again',
  },
  {
    name: 'imported-character',
    place: ({ characterId }) => `/characters/${characterId}/edit?imported=1`,
    shows: 'Imported ',
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
    then: (visit) => visit.choose(entryMenu(visit), 'Delete message and reply'),
  },
  {
    name: 'empty-room',
    place: ({ emptyRoomId }) => `/rooms/${emptyRoomId}`,
    shows: 'What would you like to talk about?',
  },
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
    name: 'export-room',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: 'A short reply.',
    then: async (visit) => {
      await visit.choose(roomMenu(visit), 'Export')
      await visit.page.getByRole('button', { name: 'Markdown' }).waitFor()
    },
  },
  {
    name: 'share-room',
    place: ({ roomId }) => `/rooms/${roomId}`,
    shows: 'A short reply.',
    then: async (visit) => {
      await visit.choose(roomMenu(visit), 'Share')
      await visit.page.getByRole('button', { name: 'Create link' }).waitFor()
    },
  },
  {
    name: 'room-missing',
    place: () => '/rooms/00000000-0000-4000-8000-000000000000',
    shows: 'Chat not found',
  },
  { name: 'search', place: () => '/search?q=everything', shows: 'Show me' },
  { name: 'search-none', place: () => '/search?q=zzzz', shows: 'No messages match' },
  {
    name: 'settings-profile',
    place: () => '/settings/profile',
    shows: 'Not verified: this server does not send email.',
  },
  { name: 'settings-chats', place: () => '/settings/chats', shows: 'Defaults for new chats' },
  { name: 'settings-security', place: () => '/settings/security', shows: 'Current session' },
  { name: 'settings-usage', place: () => '/settings/usage', shows: 'Messages today' },
  { name: 'settings-api-keys', place: () => '/settings/api-keys', shows: 'Base URL' },
  {
    name: 'new-api-key',
    place: () => '/settings/api-keys',
    shows: 'Base URL',
    then: ({ page }) => page.getByRole('button', { name: 'New key' }).click(),
  },
  { name: 'settings-shared', place: () => '/settings/shared', shows: 'You have not shared any chats.' },
  { name: 'settings-personas', place: () => '/settings/personas', shows: 'A pilot.' },
  { name: 'settings-lorebooks', place: () => '/settings/lorebooks', shows: 'From the card of' },
  {
    name: 'lorebook',
    place: () => '/settings/lorebooks',
    shows: 'The harbour',
    then: async ({ page }) => {
      await page.getByRole('button', { name: /^Open “/ }).click()
      await page.getByRole('button', { name: /^Edit “/ }).waitFor()
    },
  },
  { name: 'settings-data', place: () => '/settings/data', shows: 'A copy of your data' },
  {
    name: 'account-menu',
    place: () => '/settings/profile',
    shows: 'Not verified: this server does not send email.',
    then: ({ page }) => page.getByRole('button', { name: 'Account and settings' }).click(),
  },
]

/** Shows a screen of the page that is open. */
export async function openScreen(visit: ChatVisit, { place, shows, then }: Screen, world: ScreenWorld): Promise<void> {
  await visit.goTo(place(world))
  await visit.shows(shows)
  await then?.(visit)
}
