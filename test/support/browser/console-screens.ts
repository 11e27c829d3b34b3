import type { Page } from 'playwright-core'
import { openAccount } from './console-visit.js'
import { withStates } from './with-states.js'

/** The screens of the console, each shown from the one before it. */
export const consoleScreens: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'overview', show: (page) => page.getByRole('heading', { name: 'Needs your attention' }).waitFor() },
  {
    name: 'accounts',
    show: async (page) => {
      await page.getByRole('link', { name: /^Accounts/ }).click()
      await page
        .getByText(/^Showing (the first )?30/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'account',
    show: async (page) => {
      await openAccount(page, 'grace.hopper')
      await page.getByText('messages in the last 30 days').first().waitFor()
      await page.getByText('View as table').click()
    },
  },
  {
    name: 'ban',
    show: async (page) => {
      await page.getByRole('button', { name: 'Ban…' }).click()
      await page.getByLabel('Ends').waitFor()
    },
  },
  {
    name: 'password-link',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create a link' }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('The link is shown only once.').waitFor()
    },
  },
  {
    name: 'deletion',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByText('Other people’s chats').waitFor()
    },
  },
  {
    name: 'waiting',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('navigation', { name: 'Filter accounts' }).getByRole('link', { name: 'Waiting' }).click()
      await page.getByRole('button', { name: 'Approve: Person 14' }).waitFor()
    },
  },
  {
    name: 'create',
    show: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'no-match',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').fill('a name without an account')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Show all accounts' }).waitFor()
    },
  },
  {
    name: 'invitations',
    show: async (page) => {
      await page.getByRole('link', { name: 'Invitations' }).click()
      await page.getByText('Anyone with the link').waitFor()
    },
  },
  {
    name: 'invite',
    show: async (page) => {
      await page.getByRole('button', { name: 'Invite people' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'models',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Models' }).click()
      await page.getByText('Who can use it').first().waitFor()
    },
  },
  {
    name: 'settings',
    show: async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('heading', { name: 'Who can create an account', exact: true }).waitFor()
    },
  },
  {
    name: 'audit',
    show: async (page) => {
      await page.getByRole('link', { name: 'Audit log' }).click()
      await page.getByText('Created an invitation').waitFor()
    },
  },
  {
    name: 'characters',
    show: async (page) => {
      await page.getByRole('link', { name: 'Characters' }).click()
      await page.getByText('The first 24').first().waitFor()
    },
  },
  {
    name: 'replies',
    show: async (page) => {
      await page.getByRole('link', { name: 'Replies' }).click()
      await page.getByText('2 in progress').waitFor()
    },
  },
  {
    name: 'workers',
    show: async (page) => {
      await withStates(page, ['READY', 'LOADING', 'BUSY', 'AWAY', 'KEY_REFUSED', 'MODEL_MISSING', 'UNREACHABLE'])
      await page.getByText('Loading the model').first().waitFor()
    },
  },
  {
    name: 'no-worker',
    show: async (page) => {
      await withStates(page, [])
      await page.getByText('No worker is connected.').first().waitFor()
    },
  },
  {
    name: 'findings',
    show: async (page) => {
      await page.unroute('**/graphql')
      await page.getByRole('link', { name: 'Doctor' }).click()
      await page.getByRole('button', { name: 'Check the data' }).click()
      await page
        .getByText(/problems? found\./)
        .first()
        .waitFor()
    },
  },
  {
    name: 'repair',
    show: async (page) => {
      await page.getByRole('button', { name: /^Repair: Reply in a chat that no longer exists/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'loading',
    show: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.route('**/graphql', () => undefined)
      await page.getByRole('link', { name: /^Accounts/ }).click()
      await page.getByText('Loading…').waitFor()
    },
  },
  {
    name: 'failure',
    show: async (page) => {
      await page.unroute('**/graphql')
      await page.route('**/graphql', (route) => route.abort())
      await page.getByRole('link', { name: 'Characters' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'missing',
    show: async (page) => {
      await page.evaluate('location.hash = "#/nothing"')
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    },
  },
]
