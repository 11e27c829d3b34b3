import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { UserTable } from '../../src/database/tables/users.js'
import { SessionTable } from '../../src/database/tables/sessions.js'
import { password, type Person } from '../support/app/person.js'
import { testBrowser } from '../support/browser/chromium.js'
import { confirm, enterConsole as enter, openAccount, openConsole } from '../support/browser/console-visit.js'
import {
  breakStores,
  fillAccounts,
  fillCharacters,
  fillReplies,
  hostile,
  openConsoleWorld,
  secret,
  type ConsoleWorld,
} from '../support/browser/console-world.js'
import { Visit } from '../support/browser/visit.js'
import { isolated } from '../../pages/ui/text/isolated.js'

const chromium = testBrowser()

let world: ConsoleWorld
beforeAll(async () => {
  world = await openConsoleWorld()
})
afterAll(() => world.app.close())

/** A visit of a signed-in administrator. */
const open = (path = '/', person: Person = world.admin) => openConsole(chromium, { url: world.url, person, path })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('the sign-in of the console', () => {
  it('admits administrators, returns to where they were, and lasts as long as the tab', async () => {
    const visit = await Visit.begin(chromium, { url: world.url, path: '/#/characters' })
    const { page } = visit
    await heading(page, 'Sign in to the console')
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(visit.complaints).toEqual([])
    await enter(page, world.admin, 'not it')
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor()
    visit.complaints.length = 0
    await enter(page, world.admin)
    await heading(page, 'Characters')
    await page.reload()
    await heading(page, 'Characters')
    expect(await page.evaluate('localStorage.getItem("parley-console-session")')).toBeNull()
    await page.getByRole('button', { name: 'Account and theme' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('refuses other accounts, with words and another try', async () => {
    const visit = await open('/', world.owner)
    const { page } = visit
    await heading(page, 'This account is not an administrator')
    await page.getByRole('button', { name: 'Use another account' }).click()
    await enter(page, world.admin)
    await heading(page, 'Overview')
    await visit.end()
  })

  it('ends with the role, and with a ban', async () => {
    const helper = await world.app.admin()
    const visit = await open('/#/accounts', helper)
    const { page } = visit
    await heading(page, 'Accounts')
    const change = (values: Partial<{ role: 'USER' | 'ADMIN'; bannedAt: number }>) =>
      world.app.app.database.write((db) => db.update(UserTable, { id: Number(helper.id) }, values))
    await change({ role: 'USER' })
    // the links are gone as soon as a read of the open screen is refused
    await page.evaluate("location.hash = '#/characters'")
    await heading(page, 'This account is not an administrator')
    await change({ role: 'ADMIN' })
    await page.reload()
    await heading(page, 'Characters')
    await world.admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: helper.id })
    // the page may learn of the ban before this, and have no links any more
    await page.evaluate("location.hash = '#/'")
    await page.getByText('Your session has ended.').waitFor()
    await enter(page, helper)
    await page.getByRole('alert').getByText('This account is banned.').waitFor()
    await visit.end()
  })
})

describe('the overview', () => {
  it('says that nothing waits, and has the figures of the server', async () => {
    const visit = await open()
    const { page } = visit
    const accounts = page.getByRole('region', { name: 'Accounts' })
    const { userStats } = await world.admin.data('{ userStats { totalUsers } }')
    const { totalUsers } = userStats as { totalUsers: number }
    await accounts.getByText(String(totalUsers)).first().waitFor()
    await page.getByText('Nothing needs your attention.').waitFor()
    await page.getByRole('region', { name: 'Replies' }).getByText('Ready').first().waitFor()
    expect(await page.title()).toBe('Overview · Parley Console')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the accounts of the console', () => {
  beforeAll(() => fillAccounts(world))

  it('are listed page by page, and found by a part of the name or the address', async () => {
    const visit = await open('/#/accounts')
    const { page } = visit
    await page
      .getByText(/^Showing (the first )?30/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await page.getByText('in total').first().waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('LI')
    const search = page.getByRole('searchbox', { name: 'Name or email address' })
    await search.fill('ADA love')
    await search.press('Enter')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await page.getByText('1 in total', { exact: true }).first().waitFor()
    await page.getByRole('searchbox').fill('100%')
    await page.getByText(`No accounts match “${isolated('100%')}”`).waitFor()
    await page.getByRole('link', { name: 'Show all accounts' }).click()
    await page
      .getByText(/^Showing (the first )?30/)
      .first()
      .waitFor()
    expect(await page.title()).toBe('Accounts · Parley Console')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('that await approval are found at once, from the overview, and approved after a proof of identity', async () => {
    const visit = await open()
    const { page } = visit
    await page.getByText('2 people are waiting for approval.').waitFor()
    // sixteen minutes after the sign-in
    await world.app.app.database.write((db) =>
      db.update(SessionTable, { userId: Number(world.admin.id) }, { confirmedAt: Date.now() - 16 * 60_000 }),
    )
    await page.getByRole('link', { name: /^Review/ }).click()
    await page.getByText('2 in total', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Approve: Person 14' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Password').fill('not it')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('Wrong password.').waitFor()
    await proof.getByLabel('Password').fill(password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('1 in total', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Decline: Person 10' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Approve: Person 10' }).click()
    await page.getByText('No accounts are waiting for approval').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('are created, get a membership, are signed out and deleted after the consequences were shown', async () => {
    const visit = await open('/#/accounts')
    const { page } = visit
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('grace.hopper')
    await page.getByRole('dialog').getByLabel('Email address').fill('rosalind@example.org')
    await confirm(page, 'Create')
    await page.getByText('This name is already in use.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Rosalind')
    await confirm(page, 'Create')
    const account = page.getByRole('dialog', { name: 'Rosalind', exact: true })
    await account.getByText('No messages in the last 30 days.').waitFor()
    await account.getByRole('button', { name: 'Change' }).click()
    await confirm(page, 'Change to VIP')
    await account.getByText('VIP').first().waitFor()
    await account.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('Also revoke API keys').check()
    await confirm(page, 'Sign out everywhere')
    await account.getByRole('button', { name: 'Sign out everywhere' }).and(page.locator(':focus')).waitFor()
    await account.getByRole('button', { name: 'Delete…' }).click()
    await page.getByText('Other people’s chats with these characters').waitFor()
    await confirm(page, 'Delete permanently')
    await account.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('Rosalind')
    await page.getByText('No accounts match “').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('show what they have used per day and model, also as a table', async () => {
    const visit = await open('/#/accounts?q=grace.hopper')
    const { page } = visit
    await openAccount(page, 'grace.hopper')
    await page.getByRole('img', { name: '6 messages in the last 30 days, by model' }).waitFor()
    await page.getByText('View as table').click()
    await page.getByRole('cell', { name: 'reasoner' }).waitFor()
    await page.getByRole('button', { name: 'Tokens' }).click()
    await page.getByRole('img', { name: '2,400 tokens in the last 30 days, by model' }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('are banned with a reason and an end, and unbanned', async () => {
    const visit = await open('/#/accounts?q=grace.hopper')
    const { page } = visit
    await openAccount(page, 'grace.hopper')
    await page.getByRole('button', { name: 'Ban…' }).click()
    await page.getByLabel('Reason').fill('sells pills')
    await page.getByLabel('Ends').fill('2040-02-03T04:05')
    await confirm(page, 'Ban')
    await page.getByText(`Reason: ${isolated('sells pills')}`).waitFor()
    await page.getByText('Banned until Feb 3, 2040').first().waitFor()
    await page.getByRole('button', { name: 'Lift the ban' }).click()
    await confirm(page, 'Lift the ban')
    await page.getByRole('button', { name: 'Ban…' }).waitFor()
    await page.locator('.account:focus').waitFor()
    expect(await page.getByText('sells pills').count()).toBe(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('are not changed by a person who has lost the role meanwhile, and who reads that', async () => {
    const helper = await world.app.admin()
    const visit = await open('/#/accounts?q=grace.hopper', helper)
    const { page } = visit
    await openAccount(page, 'grace.hopper')
    await page.getByRole('button', { name: 'Make administrator' }).click()
    await world.app.app.database.write((db) => db.update(UserTable, { id: Number(helper.id) }, { role: 'USER' }))
    await confirm(page, 'Make administrator')
    await heading(page, 'This account is not an administrator')
    await visit.end()
  })

  it('get and lose the role, but not the last administrator', async () => {
    const visit = await open('/#/accounts?q=Ada+Lovelace'.replace('+', '%20'))
    const { page } = visit
    await openAccount(page, 'Ada Lovelace')
    await page.getByRole('button', { name: 'Make administrator' }).click()
    await page.getByRole('dialog').getByText('Administrators can see and change').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Make administrator' }).click()
    await confirm(page, 'Make administrator')
    await page.getByRole('button', { name: 'Remove role' }).click()
    await confirm(page, 'Remove role')
    await page.getByRole('button', { name: 'Make administrator' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await world.app.app.database.write((db) => db.update(UserTable, { role: 'ADMIN' }, { role: 'USER' }))
    await world.app.app.database.write((db) => db.update(UserTable, { id: Number(world.admin.id) }, { role: 'ADMIN' }))
    await page.getByRole('searchbox').fill(world.admin.username)
    await page.keyboard.press('Enter')
    await openAccount(page, world.admin.username)
    await page.getByRole('button', { name: 'Remove role' }).click()
    await page.getByRole('dialog').getByText('you lose access').waitFor()
    await confirm(page, 'Remove role')
    await page
      .getByRole('dialog')
      .last()
      .getByRole('alert')
      .getByText(/Nothing has changed. The server says: .*last administrator/)
      .waitFor()
    const again = page.getByRole('dialog').last().getByRole('button', { name: 'Remove role' })
    await again.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('button', { name: 'Ban…' }).count()).toBe(0)
    await visit.end()
  })
})

describe('the characters of the console', () => {
  beforeAll(() => fillCharacters(world))

  it('are hidden and shown again; one that its owner made private has no command', async () => {
    const visit = await open('/#/characters')
    const { page } = visit
    await page.getByText('The first 24').first().waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(['Painted', hostile]),
    )
    await page.getByRole('button', { name: 'Hide: Painted' }).click()
    await page.getByLabel('Reason').fill('shows a real person')
    await confirm(page, 'Hide')
    await page.getByText('Hidden by an administrator').waitFor()
    await page.getByText(`Reason for hiding: ${isolated('shows a real person')}`).waitFor()
    await page.getByRole('button', { name: 'Show again: Painted' }).click()
    await confirm(page, 'Show again')
    await page.getByRole('button', { name: 'Hide: Painted' }).waitFor()
    expect(await page.getByRole('button', { name: 'Show again: قبطان البحر' }).count()).toBe(0)
    await page.getByText('The picture is on another site, so it is not loaded.').waitFor()
    await page.getByRole('navigation', { name: 'Filter characters' }).getByRole('link', { name: 'Private' }).click()
    await page.getByRole('heading', { name: 'قبطان البحر' }).waitFor()
    await page.getByRole('heading', { name: 'Painted' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Hidden' }).click()
    await page.getByRole('heading', { name: 'No hidden characters' }).waitFor()
    await page.getByRole('navigation', { name: 'Filter characters' }).getByRole('link', { name: 'All' }).click()
    await page.getByRole('searchbox').fill('PAINT')
    await page.getByText('1 in total').first().waitFor()
    await page.getByRole('heading', { name: 'Painted' }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the replies of the console', () => {
  it('appear and disappear by themselves, without a text, and can be ended', async () => {
    const visit = await open('/#/replies')
    const { page } = visit
    await page.getByRole('heading', { name: 'No replies in progress' }).waitFor()
    await fillReplies(world)
    await page.getByText('2 in progress').waitFor()
    await page.getByText('Position 1; the workers are busy').waitFor()
    await page.getByText('1 in the queue').waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: `Stop the reply for ${world.owner.username}` }).click()
    await page.getByRole('dialog').getByText('stays in the chat').waitFor()
    await confirm(page, 'Stop')
    await page.getByText('1 in progress').waitFor()
    await page.getByRole('button', { name: 'Stop the reply for waiting' }).click()
    await confirm(page, 'Stop')
    await page.getByRole('heading', { name: 'No replies in progress' }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the doctor of the console', () => {
  it('examines all parts, and repairs a finding after it has said what is lost', async () => {
    await breakStores(world)
    const visit = await open('/#/doctor')
    const { page } = visit
    await page.getByRole('button', { name: 'Check the data' }).click()
    await page.getByText('2 problems found.').first().waitFor()
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    const lossy = row('Reply in a chat that no longer exists')
    await lossy.getByText('The repair removes data').waitFor()
    await lossy.getByRole('button').click()
    await page.getByRole('dialog').getByText('The reply is removed with its message and its text.').waitFor()
    await page.getByRole('dialog').getByText('make a backup first').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await lossy.getByRole('button').click()
    await confirm(page, 'Remove reply')
    await lossy.getByText('Repaired.').waitFor()
    const harmless = row('Missing picture')
    await harmless.getByRole('button').click()
    await page.getByRole('dialog').getByText('No data is removed.').waitFor()
    await confirm(page, 'Repair')
    await harmless.getByText('Repaired.').waitFor()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('No problems found.').first().waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})
