import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { isolated } from '../../pages/ui/text/isolated.js'
import { testBrowser } from '../support/browser/chromium.js'
import { openConsole } from '../support/browser/console-visit.js'
import {
  fillCharacters,
  openConsoleWorld,
  privateGreeting,
  type ConsoleWorld,
} from '../support/browser/console-world.js'
import { withStates } from '../support/browser/with-states.js'

const chromium = testBrowser()

let world: ConsoleWorld
beforeAll(async () => {
  world = await openConsoleWorld()
  await fillCharacters(world)
}, 60_000)
afterAll(() => world.app.close())

const open = (path: string) => openConsole(chromium, { url: world.url, person: world.admin, path })

describe('the texts of characters in the console', () => {
  it('are shown as they are stored, and those of private characters are not read', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    const answers: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/graphql')) answers.push(response.text())
    })
    await page.getByText('Welcome aboard, {{user}}! I am {{char}}.').waitFor()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'قبطان البحر' }) })
    await page.getByText('The texts of private characters are not shown.').waitFor()
    await row.getByText(`By ${isolated(world.owner.username)}`).waitFor()
    const read = (await Promise.all(answers)).join('')
    expect(read).toContain('Welcome aboard')
    expect(read).not.toContain(privateGreeting)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('that could not be read have a way on, and the characters stay', async () => {
    const visit = await open('/#/doctor')
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor()
    let requests = 0
    await page.route('**/graphql', (route) => {
      requests += 1
      return requests === 1 ? route.continue() : route.abort()
    })
    await page.getByRole('link', { name: 'Characters' }).click()
    await page.getByText('The texts of the characters could not be loaded.').waitFor()
    await page.getByRole('heading', { name: 'Painted' }).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Welcome aboard, {{user}}! I am {{char}}.').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await visit.end()
  })

  it('that are refused end the console of an account that is not an administrator any more', async () => {
    const helper = await world.app.admin()
    const visit = await openConsole(chromium, { url: world.url, person: helper, path: '/#/doctor' })
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor()
    let requests = 0
    // the role ends between the list and its texts
    await page.route('**/graphql', async (route) => {
      requests += 1
      if (requests === 2)
        await world.app.app.database.write((db) => db.update(UserTable, { id: Number(helper.id) }, { role: 'USER' }))
      await route.continue()
    })
    await page.getByRole('link', { name: 'Characters' }).click()
    await page.getByRole('heading', { level: 1, name: 'This account is not an administrator' }).waitFor()
    await visit.end()
  })
})

describe('the workers of the console', () => {
  it('are marked as faulty only for a fault', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    await withStates(page, ['READY', 'LOADING', 'BUSY', 'AWAY'])
    await page.getByRole('link', { name: 'Replies' }).click()
    const classOf = async (state: string) =>
      (await page.getByText(state, { exact: true }).first().getAttribute('class')) ?? ''
    expect(await classOf('Ready')).toBe('tag good')
    expect(await classOf('Loading the model')).toBe('tag')
    expect(await classOf('Inference server is busy')).toBe('tag')
    expect(await classOf('Not responding')).toBe('tag bad')
    // the header, then what needs help
    const rows = page.getByRole('table').first().getByRole('row')
    await rows.nth(1).getByText('Not responding').waitFor()
    await rows.nth(2).getByText('Ready').waitFor()
    await withStates(page, [])
    await page.getByText('No worker is connected. Replies wait until one starts.').first().waitFor()
    await page.getByText('ROLES=office,character npm start').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await visit.end()
  })
})
