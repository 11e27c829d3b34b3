import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { moreThan } from '@parley/statements'
import { SessionTable } from '../../../src/database/tables/sessions.js'
import { IdentityServer } from '../../support/accounts/identity-server.js'
import { clients, openidSettings } from '../../support/accounts/social-settings.js'
import { freePort } from '../../support/app/free-port.js'
import { password } from '../../support/app/person.js'
import { confirm, openAccount } from '../../support/browser/console-visit.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { ChatVisit } from '../../support/pages/chat-visit.js'
import { withAuthenticator } from '../../support/pages/virtual-authenticator.js'
import { saying } from '../../support/rooms/log-fixture.js'

let chat: ChatFixture
let provider: IdentityServer
let url: string
beforeAll(async () => {
  const port = String(await freePort())
  // passkeys need a name
  url = `http://localhost:${port}`
  provider = await IdentityServer.open(`${url}/`)
  chat = await ChatFixture.open({
    ...{ HOST: '127.0.0.1', APP_PORT: port, PUBLIC_URL: url },
    ...{ ...openidSettings('A', clients.basic, provider), SOCIAL_A_NAME: 'Corp' },
    ...{ OIDC_MEMBERSHIP_CLAIM: 'level', OIDC_VIP_VALUES: 'gold' },
  })
}, 60_000)
afterAll(async () => {
  await chat.close()
  await provider.close()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const toConsole = ({ page }: ChatVisit, place: string) => page.goto(`${url}/console#${place}`)
const visit = () => ChatVisit.begin(chat.browser, url)

/** The sign-in page of the provider asks nothing: the browser of a person always has the same account there. */
async function withCorporateAccount({ page }: ChatVisit, sub: string): Promise<void> {
  await page.route(`${provider.issuer}/auth?**`, (route) =>
    route.continue({ url: `${route.request().url()}&login_hint=${sub}` }),
  )
}

/** Sixteen minutes after the last sign-in of all people. */
const later = () =>
  chat.app.app.database.write((db) =>
    db.update(SessionTable, { userId: moreThan(0) }, { confirmedAt: Date.now() - 16 * 60_000 }),
  )

async function register({ page }: ChatVisit, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
}

it('a company sets up its server, lets a colleague in by its provider, and two administrators share the work', async () => {
  const link = (await chat.app.app.product.invitations.createFirstSetUp()) ?? ''
  const ada = await visit()
  await ada.page.goto(link)
  await register(ada, 'Ada')
  await ada.page.getByLabel('Name of this server').fill('Corp chat')
  await ada.page.getByLabel('Everyone, after your approval').check()
  await button(ada.page, 'Save and continue').click()
  await ada.page.getByRole('link', { name: 'Corp chat' }).first().waitFor()
  await toConsole(ada, '/settings?part=signIn')
  await button(ada.page, /^Test/).click()
  await ada.page.getByText('No problems found: people should').first().waitFor()

  const cleo = await visit()
  provider.people.set('cleo', {
    ...{ name: 'Cleo', email: 'cleo@example.com', email_verified: true, claims: { level: 'gold' } },
  })
  await withCorporateAccount(cleo, 'cleo')
  await cleo.goTo('/sign-in')
  await button(cleo.page, 'Sign in with Corp').click()
  await heading(cleo.page, 'Your account is created')
  await cleo.page.getByText('An administrator has to approve it.').waitFor()
  // without the code of the provider
  expect(cleo.page.url()).toBe(`${url}/#/sign-in/return`)
  await later()
  await toConsole(ada, '/')
  await ada.page.getByRole('link', { name: /^Review/ }).click()
  await button(ada.page, 'Approve: Cleo').click()
  await ada.page.getByRole('dialog').getByLabel('Password').fill(password)
  await confirm(ada.page, 'Confirm')
  await ada.page.getByText('No accounts are waiting for approval.').waitFor()
  await cleo.page.getByText('Back to sign-in').click()
  await button(cleo.page, 'Sign in with Corp').click()
  await cleo.signedIn()
  await toConsole(ada, '/accounts')
  await openAccount(ada.page, 'Cleo')
  await ada.page.getByRole('dialog').getByText('VIP').first().waitFor()
  await button(ada.page, 'Make administrator').click()
  await confirm(ada.page, 'Make administrator')
  await button(ada.page, 'Remove role').waitFor()

  await withAuthenticator(ada.page)
  await ada.goTo('/settings/security')
  await button(ada.page, 'Add a passkey').click()
  await ada.page.getByLabel('I have saved them').check()
  await button(ada.page, 'Done').click()
  await ada.signOut()
  await ada.goTo('/sign-in')
  await ada.enter('ada')
  await button(ada.page, 'Use a passkey').click()
  await ada.signedIn()

  const ben = await visit()
  await ben.goTo('/sign-up')
  await register(ben, 'Ben')
  await heading(ben.page, 'Your account is created')
  await toConsole(cleo, '/accounts?state=waiting')
  await button(cleo.page, 'Approve: Ben').click()
  await cleo.page.getByText('No accounts are waiting for approval.').waitFor()
  await ben.signIn('ben')
  await ben.beginRoom()
  for (const reply of ['Good morning.', 'Until tomorrow.']) {
    chat.tap.next = saying(reply)
    await ben.send('Hello')
    await ben.shows(reply)
  }

  // an administrator without a password proves its identity at the provider, and returns to the account
  await later()
  await toConsole(cleo, '/accounts?q=ben')
  await openAccount(cleo.page, 'Ben')
  await cleo.page.getByRole('img', { name: '2 messages in the last 30 days, by model' }).waitFor()
  await button(cleo.page, 'Create a link').click()
  await confirm(cleo.page, 'Create link')
  await confirm(cleo.page, 'Sign in with Corp')
  await button(cleo.page, 'Create a link').click()
  await confirm(cleo.page, 'Create link')
  const passwordLink = await cleo.page.getByLabel('Link', { exact: true }).inputValue()
  await confirm(cleo.page, 'Close')
  await ben.page.getByText('You are signed out.').waitFor()
  await ben.page.goto(passwordLink)
  await ben.page.getByLabel('New password').fill('another horse')
  await button(ben.page, 'Save password').click()
  await ben.page.getByText('The new password is set.').waitFor()
  await ben.page.reload()
  await heading(ben.page, 'This link no longer works')
  await ben.goTo('/sign-in')
  await ben.enter('ben', 'another horse')
  await ben.signedIn()
  await ben.page.getByRole('link', { name: 'Hello' }).first().click()
  await ben.shows('Until tomorrow.')

  await button(cleo.page, 'Ban…').click()
  await cleo.page.getByLabel('Reason').fill('sells pills')
  await confirm(cleo.page, 'Ban')
  await ben.page.getByText('An administrator has banned this account.').waitFor()

  await toConsole(ada, '/audit')
  for (const act of ['Banned', 'Created a password link for', 'Approved']) {
    const row = ada.page.getByRole('listitem').filter({ hasText: `${act} Ben` })
    expect(await row.innerText()).toMatch(/Cleo\n.*127\.0\.0\.1/)
    expect(await row.getByText('You', { exact: true }).count()).toBe(0)
  }
  const ownAct = ada.page.getByRole('listitem').filter({ hasText: 'Changed the role of Cleo' })
  await ownAct.getByText('You', { exact: true }).waitFor()
  const faults = [ada, cleo, ben].flatMap((person) => person.faults)
  expect(faults.filter((fault) => !fault.startsWith(provider.issuer))).toEqual([])
  for (const person of [ada, cleo, ben]) await person.end()
}, 180_000)
