import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { clients, openidSettings } from '../support/accounts/social-settings.js'
import { noise } from '../support/images/pictures.js'
import { testBrowser } from '../support/browser/chromium.js'
import { confirm, openConsole } from '../support/browser/console-visit.js'
import { fillAccounts, openConsoleWorld, type ConsoleWorld } from '../support/browser/console-world.js'

const chromium = testBrowser()

const usable = { token: answers.json({ error: 'invalid_grant' }, 400), page: answers.text('<h1>Sign in</h1>') }

const hosted = {
  HOSTED_API_KEY: 'k',
  HOSTED_MODELS: JSON.stringify({ mine: 'a-model', given: { model: 'another-model', label: 'Given' } }),
}

let provider: BrokenProvider
let world: ConsoleWorld
beforeAll(async () => {
  provider = await BrokenProvider.open()
  world = await openConsoleWorld({
    GUEST_ROOMS: 'false',
    ...hosted,
    ...openidSettings('A', clients.post, provider),
  })
  await fillAccounts(world)
}, 60_000)
afterAll(async () => {
  await world.app.close()
  await provider.close()
})

const open = (path: string) => openConsole(chromium, { url: world.url, person: world.admin, path })

describe('the invitations of the console', () => {
  it('are created with a link that is shown once and works, and revoked', async () => {
    const visit = await open('/#/invitations')
    const { page } = visit
    await page.getByText('No invitations yet').waitFor()
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Email address (optional)').fill('new@example.org')
    await page.getByLabel('Membership').selectOption('VIP')
    await confirm(page, 'Create link')
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    const [token = ''] = /[\w-]+$/.exec(link) ?? []
    const offered = await world.app
      .stranger()
      .data('query ($token: String!) { invitation(token: $token) { email membership } }', {
        token,
      })
    expect(offered).toEqual({ invitation: { email: 'new@example.org', membership: 'VIP' } })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('0 of 1 used').waitFor()
    await page.getByText(new RegExp(`^No\\. \\d+ · Created .* by .*${world.admin.username}`)).waitFor()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: /^Revoke invitation/ }).click()
    await confirm(page, 'Revoke')
    await page.getByText('No invitations yet').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the models of the console', () => {
  it('change their label and who can use them, as far as the operator leaves it open', async () => {
    const visit = await open('/#/models')
    const { page } = visit
    await page.getByRole('button', { name: 'Edit: mine' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('House model')
    await dialog.getByLabel('Basic').uncheck()
    await confirm(page, 'Save')
    await page.getByRole('heading', { name: 'House model' }).waitFor()
    const { models } = await (await world.app.person()).data('{ models { name label included } }')
    expect(models).toContainEqual({ name: 'mine', label: 'House model', included: false })
    await page.getByRole('button', { name: 'Edit: Given' }).click()
    await dialog.getByText('Fixed by the operator of the server: HOSTED_MODELS').waitFor()
    expect(await dialog.getByLabel('Label').isEditable()).toBe(false)
    expect(await visit.violations()).toEqual([])
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the settings of the console', () => {
  it('say where their values come from, change at once, and return to the default', async () => {
    const visit = await open('/#/settings')
    const { page } = visit
    const setting = page.getByRole('region', { name: 'Who can create an account', exact: true })
    await setting.getByText('Default', { exact: true }).waitFor()
    await setting.getByLabel('Everyone, after approval').check()
    await setting.getByRole('button', { name: 'Save: Who can create an account' }).click()
    await setting.getByText('Changed here', { exact: true }).waitFor()
    expect(await world.app.stranger().data('{ installation { registration } }')).toEqual({
      installation: { registration: 'APPROVAL' },
    })
    await setting.getByRole('button', { name: 'Reset to default' }).click()
    await setting.getByText('Default', { exact: true }).waitFor()
    expect(await setting.getByLabel('Anyone who can reach this server.').isChecked()).toBe(true)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('show why a value is refused, and a variable of the server cannot be changed', async () => {
    const visit = await open('/#/settings')
    const { page } = visit
    const domains = page.getByRole('region', { name: 'Allowed email domains' })
    await domains.getByRole('textbox', { name: 'Domains' }).fill('not a domain')
    await domains.getByRole('textbox', { name: 'Domains' }).press('Enter')
    await domains.getByRole('alert').getByText('The server does not accept this').waitFor()
    const fixed = page.getByRole('region', { name: 'Chats without an account' })
    await fixed.getByText('Fixed by the operator').waitFor()
    await fixed.getByText('GUEST_ROOMS', { exact: true }).waitFor()
    expect(await fixed.getByRole('button').count()).toBe(0)
    expect(await fixed.getByRole('radio').first().isDisabled()).toBe(true)
    await visit.end()
  })
})

describe('the colour in the settings', () => {
  it('is picked or typed, and shown before it is saved', async () => {
    const visit = await open('/#/settings')
    const { page } = visit
    const colour = page.getByRole('region', { name: 'Colour' })
    await colour.getByLabel('Choose a colour').fill('#1f6f5c')
    expect(await colour.getByRole('textbox', { name: 'Colour', exact: true }).inputValue()).toBe('#1f6f5c')
    const background = async () =>
      page.evaluate(`getComputedStyle(document.querySelector('.colour .sample')).backgroundColor`)
    expect(await background()).toBe('rgb(31, 111, 92)')
    await colour.getByRole('textbox', { name: 'Colour', exact: true }).fill('#8a1c4d')
    expect(await colour.getByLabel('Choose a colour').inputValue()).toBe('#8a1c4d')
    expect(await background()).toBe('rgb(138, 28, 77)')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the logo in the settings', () => {
  it('is chosen as a file, and removed', async () => {
    const visit = await open('/#/settings')
    const { page } = visit
    const logo = page.getByRole('region', { name: 'Logo' })
    const buffer = await noise(8, 8).png().toBuffer()
    await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await logo.getByRole('img', { name: 'Current logo' }).waitFor()
    await logo.getByRole('button', { name: 'Reset to default' }).click()
    await logo.getByText('No picture is set.').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the sign-in services of the console', () => {
  it('are tested, with what is wrong in words', async () => {
    provider.answer(usable)
    const visit = await open('/#/settings')
    const { page } = visit
    const services = page.getByRole('region', { name: 'Sign-in with other services' })
    await services.getByRole('button', { name: /^Test/ }).click()
    await services.getByText('No problems found: people should').waitFor()
    provider.answer({ ...usable, token: answers.json({ error: 'invalid_client' }, 401) })
    await services.getByRole('button', { name: /^Test/ }).click()
    await services.getByText('does not accept the client id or the secret').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('the audit log of the console', () => {
  it('shows who did what to whom from where, filtered by kind, text and account', async () => {
    await world.admin.data(
      'mutation ($input: SetInstallationSettingInput!) { setInstallationSetting(input: $input) { setting { name } } }',
      {
        input: { name: 'REGISTRATION', value: 'closed' },
      },
    )
    const visit = await open('/#/audit')
    const { page } = visit
    const row = page.getByRole('listitem').filter({ hasText: 'Changed the setting' }).first()
    await row.getByText('Who can create an account').waitFor()
    await row.getByText('No one').waitFor()
    await row.getByText(world.admin.username).waitFor()
    await row.getByText('127.0.0.1').waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('Accounts')
    await page.getByText('Banned', { exact: true }).waitFor()
    expect(await page.getByText('Changed the setting').count()).toBe(0)
    await page.getByRole('searchbox').fill('a thing without an act')
    await page.getByText('No matching entries').waitFor()
    await page.evaluate("location.hash = '#/accounts?q=spammer'")
    await page.getByRole('link', { name: /^spammer/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Show' }).click()
    await page.getByText('1 in total', { exact: true }).first().waitFor()
    await page.getByText('Only entries about').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})
