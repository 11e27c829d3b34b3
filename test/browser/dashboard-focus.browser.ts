import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { testBrowser } from '../support/browser/chromium.js'
import { confirm, openConsole } from '../support/browser/console-visit.js'
import {
  breakStores,
  fillCharacters,
  fillReplies,
  openConsoleWorld,
  type ConsoleWorld,
} from '../support/browser/console-world.js'

const chromium = testBrowser()

let world: ConsoleWorld
beforeAll(async () => {
  world = await openConsoleWorld()
  await fillCharacters(world)
  await breakStores(world)
}, 60_000)
afterAll(() => world.app.close())

const open = (path: string) => openConsole(chromium, { url: world.url, person: world.admin, path })
const isFocused = (page: Page, locator: Locator) => locator.and(page.locator(':focus')).waitFor()
const announced = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence }).first().waitFor({ state: 'attached' })

describe('the focus after a command', () => {
  it('moves to the next reply when the row is removed, and to the heading after the last one', async () => {
    await fillReplies(world)
    const visit = await open('/#/replies')
    const { page } = visit
    await page.getByText('2 in progress').waitFor()
    const rows = page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
    await rows.first().getByRole('button', { name: /^Stop/ }).press('Enter')
    await confirm(page, 'Stop')
    await page.getByText('1 in progress').waitFor()
    await isFocused(page, rows.first())
    await announced(page, 'The reply was stopped.')
    await rows.first().getByRole('button', { name: /^Stop/ }).press('Enter')
    await confirm(page, 'Stop')
    await isFocused(page, page.getByRole('heading', { level: 1 }))
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('moves to the finding that is repaired', async () => {
    const visit = await open('/#/doctor')
    const { page } = visit
    await page.getByRole('button', { name: 'Check the data' }).click()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Missing picture' }) })
    await row.getByRole('button').press('Enter')
    await confirm(page, 'Repair')
    await row.getByText('Repaired.').waitFor()
    await isFocused(page, row)
    await announced(page, 'Repaired.')
    await visit.end()
  })

  it('stays on a command that has another name then', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    await page.getByRole('button', { name: 'Hide: Painted' }).press('Enter')
    await page.getByLabel('Reason').fill('shows a real person')
    await confirm(page, 'Hide')
    await isFocused(page, page.getByRole('button', { name: 'Show again: Painted' }))
    await announced(page, 'is hidden.')
    await visit.end()
  })

  it('stays on a refresh, which is announced', async () => {
    const visit = await open('/#/models')
    const { page } = visit
    await page.getByRole('heading', { name: 'Workers', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Refresh' }).press('Enter')
    await announced(page, 'Refreshed.')
    await isFocused(page, page.getByRole('button', { name: 'Refresh' }))
    await visit.end()
  })
})
