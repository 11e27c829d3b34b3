import type { Page } from 'playwright-core'
import { password, type Person } from '../app/person.js'
import type { TestBrowser } from './chromium.js'
import { Visit } from './visit.js'

/** Signs in on the form that is shown. */
export async function enterConsole(page: Page, { username }: Person, secretWord = password): Promise<void> {
  await page.getByLabel('Email address').fill(`${username}@example.com`)
  await page.getByLabel('Password').fill(secretWord)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A visit of a signed-in person at a screen of the console. */
export async function openConsole(
  browser: TestBrowser,
  { url, person, path = '/' }: { readonly url: string; readonly person: Person; readonly path?: string },
): Promise<Visit> {
  const visit = await Visit.begin(browser, { url, path })
  await enterConsole(visit.page, person)
  return visit
}

/** Opens an account of the list that is shown. */
export const openAccount = (page: Page, username: string): Promise<void> =>
  page.getByRole('link', { name: username, exact: true }).click()

/** Presses the button of the newest dialog. */
export const confirm = (page: Page, verb: string): Promise<void> =>
  page.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click()
