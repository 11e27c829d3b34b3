import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testBrowser } from '../support/browser/chromium.js'
import { openConsole } from '../support/browser/console-visit.js'
import { fillAccounts, fillCharacters, openConsoleWorld, type ConsoleWorld } from '../support/browser/console-world.js'

const chromium = testBrowser()

let world: ConsoleWorld
beforeAll(async () => {
  world = await openConsoleWorld()
  await fillAccounts(world)
  await fillCharacters(world)
}, 60_000)
afterAll(() => world.app.close())

const open = (path: string) => openConsole(chromium, { url: world.url, person: world.admin, path })

describe('a fault of the server', () => {
  it('has words and a way on, and what was read stays', async () => {
    const visit = await open('/#/replies')
    const { page } = visit
    await page.getByRole('heading', { name: 'Workers', exact: true }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    await page.getByRole('heading', { name: 'Workers', exact: true }).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const failure = { errors: [{ message: 'Server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }
    await page.route('**/graphql', (route) => route.fulfill({ status: 500, json: failure }))
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('alert').getByText('Something went wrong on the server.').waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Accounts' }).waitFor()
    await page.evaluate('location.hash = "#/nothing"')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await visit.end()
  })

  it('repeats what has failed: a refresh, or the next page', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    await page.getByText('The first 24').first().waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    // beside the command, not below the rows
    await page.getByRole('alert').and(page.locator(':has(~ ul)')).waitFor()
    await page.getByText('The first 24').first().waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('The first 24').first().waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('in total').first().waitFor()
    await page
      .getByRole('list', { name: 'Characters' })
      .getByRole('listitem')
      .nth(24)
      .and(page.locator(':focus'))
      .waitFor()
    await visit.end()
  })

  it('during the check of the account leaves the console shown, and the check is repeated', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    await page.getByText('The first 24').first().waitFor()
    const refused = { errors: [{ message: 'Access denied', extensions: { code: 'FORBIDDEN' } }] }
    let requests = 0
    // the refused list causes a check, which fails
    await page.route('**/graphql', (route) => {
      requests += 1
      return requests === 1 ? route.fulfill({ json: refused }) : route.abort()
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Could not check whether this account is still an administrator.').waitFor()
    await page.getByText('The first 24').first().waitFor()
    await page.unroute('**/graphql')
    await page
      .getByText('Could not check whether this account is still an administrator.')
      .waitFor({ state: 'detached' })
    await visit.end()
  })

  it('during the check of an account is not shown to the account after it', async () => {
    const key = 'parley-console-session'
    const admin = await open('/')
    await admin.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const session = await admin.page.evaluate<string | null>(`sessionStorage.getItem('${key}')`)
    await admin.end()
    const visit = await openConsole(chromium, { url: world.url, person: world.owner })
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'This account is not an administrator' }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/graphql')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/graphql', (route) => held.then(() => route.fallback()))
    // the next request reads the session of another account
    await page.evaluate(`sessionStorage.setItem('${key}', ${JSON.stringify(session)})`)
    await page.getByText('Checking').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    answer()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await visit.end()
  })
})
