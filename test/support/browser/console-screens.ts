import type { Page } from 'playwright-core'
import { withStates } from './with-states.js'

/** The screens of the console, each shown from the one before it. */
export const consoleScreens: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'today', show: (page) => page.getByText('Changed in the last 7 days').waitFor() },
  {
    name: 'accounts',
    show: async (page) => {
      await page.getByRole('link', { name: 'Accounts', exact: true }).click()
      await page.getByText('30 are shown').first().waitFor()
    },
  },
  {
    name: 'ban',
    show: async (page) => {
      await page.getByRole('button', { name: 'Ban: grace.hopper' }).click()
      await page.getByLabel('End of the ban').waitFor()
    },
  },
  {
    name: 'password-link',
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Password link: grace.hopper' }).click()
      await page.getByRole('button', { name: 'Create the link' }).click()
      await page.getByText('It is shown only here.').waitFor()
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
    name: 'characters',
    show: async (page) => {
      await page.getByRole('link', { name: 'Characters' }).click()
      await page.getByText('24 are shown').first().waitFor()
    },
  },
  {
    name: 'replies',
    show: async (page) => {
      await page.getByRole('link', { name: 'Replies' }).click()
      await page.getByText('2 run or wait.').waitFor()
    },
  },
  {
    name: 'workers',
    show: async (page) => {
      await withStates(page, ['READY', 'LOADING', 'BUSY', 'AWAY', 'KEY_REFUSED', 'MODEL_MISSING', 'UNREACHABLE'])
      await page.getByText('Loads its model').first().waitFor()
    },
  },
  {
    name: 'no-worker',
    show: async (page) => {
      await withStates(page, [])
      await page.getByText('No worker is alive.').first().waitFor()
    },
  },
  {
    name: 'findings',
    show: async (page) => {
      await page.unroute('**/graphql')
      await page.getByRole('link', { name: 'Doctor' }).click()
      await page.getByRole('button', { name: 'Examine the stores' }).click()
      await page.getByText('items were examined.').first().waitFor()
    },
  },
  {
    name: 'repair',
    show: async (page) => {
      await page.getByRole('button', { name: /^Repair: reply/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'loading',
    show: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.route('**/graphql', () => undefined)
      await page.getByRole('link', { name: 'Accounts' }).click()
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
      await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    },
  },
]
