import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { password } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'

let chat: ChatFixture
beforeAll(async () => {
  chat = await ChatFixture.open()
})
afterAll(() => chat.close())

/** The part of a link that the page reads. */
const placeOf = (url: string) => new URL(url).hash.slice(1)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function fillIn(
  { page }: ChatVisit,
  { username, email }: { readonly username: string; readonly email?: string },
) {
  await page.getByLabel('Name').fill(username)
  if (email !== undefined) await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Create account' }).last().click()
}

it('a family sets up its server, approves one person and invites another', async () => {
  const { invitations } = chat.app.app.product
  const link = placeOf((await invitations.createFirstSetUp()) ?? '')

  const mum = await chat.visit()
  await mum.goTo(link)
  await heading(mum.page, 'Set up this server')
  // a program that opens links presses nothing: the link is as before
  const scanner = await chat.visit()
  await scanner.goTo(link)
  await heading(scanner.page, 'Set up this server')
  await fillIn(mum, { username: 'Mum', email: 'mum@example.com' })
  await mum.page.getByLabel('Name of this server').fill('Our house')
  await mum.page.getByLabel('Everyone, after your approval').check()
  await mum.page.getByRole('button', { name: 'Save and continue' }).click()
  await mum.page.getByRole('link', { name: 'Our house' }).first().waitFor()
  await fillIn(scanner, { username: 'Stranger', email: 'stranger@example.com' })
  await scanner.page.getByText('is used, expired or revoked').waitFor()
  await scanner.page.reload()
  await heading(scanner.page, 'This link no longer works')
  await scanner.end()

  const ben = await chat.visit()
  await ben.goTo('/sign-up')
  await ben.page.getByText('An administrator approves each new account').waitFor()
  await fillIn(ben, { username: 'Ben', email: 'ben@example.com' })
  await heading(ben.page, 'Your account is created')
  await ben.goTo('/sign-in')
  await ben.enter('ben')
  await ben.page.getByText('An administrator has to approve this account').waitFor()
  await mum.page.goto(`${chat.app.url}/console#/accounts`)
  await mum.page.getByRole('button', { name: 'Approve' }).click()
  await mum.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  await ben.enter('ben')
  await ben.signedIn()
  await ben.end()

  const { url } = await invitations.create({ kind: 'service' }, { email: 'gran@example.com', membership: 'VIP' })
  const gran = await chat.visit()
  await gran.goTo(placeOf(url))
  await gran.page.getByText('You are invited to create an account.').waitFor()
  expect(await gran.page.getByLabel('Email address').inputValue()).toBe('gran@example.com')
  expect(await gran.violations()).toEqual([])
  await fillIn(gran, { username: 'Gran' })
  await gran.signedIn()
  await gran.end()

  await mum.page.goto(`${chat.app.url}/console#/audit`)
  await mum.page.getByText('approval').first().waitFor()
  expect(mum.faults).toEqual([])
  await mum.end()
}, 60_000)
