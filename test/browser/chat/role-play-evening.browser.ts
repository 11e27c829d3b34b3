import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Download, Locator, Page } from 'playwright-core'
import { password, type Person } from '../../support/app/person.js'
import { pngWith, textChunk } from '../../support/characters/card-files.js'
import { noise } from '../../support/images/pictures.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { roomMenu } from '../../support/pages/screens.js'
import { saying } from '../../support/rooms/log-fixture.js'

let chat: ChatFixture
let ada: Person
let eve: Person
beforeAll(async () => {
  chat = await ChatFixture.open()
  ;[ada, eve] = [await chat.app.person('ada'), await chat.app.person('eve')]
}, 60_000)
afterAll(() => chat.close())

const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Ivy',
    description: '{{char}} keeps a garden by the sea.',
    personality: 'calm',
    scenario: '',
    first_mes: 'Mind the roses, {{user}}.',
    mes_example: '<START>\n{{user}}: Is it late?\n{{char}}: The gate is open.',
    creator_notes: 'A gardener.',
    system_prompt: '{{original}}\nName a plant.',
    post_history_instructions: 'Two sentences, {{user}} waits.',
    alternate_greetings: [
      'You again, {{user}}?|||',
      'The {{random:gate,well}} is {{roll:1000000}} steps away, {{user}}.',
    ],
    character_book: {
      name: 'Garden',
      extensions: {},
      entries: [
        {
          ...{ keys: ['thorn'], name: 'The hedge', content: 'The hedge has seven gates.', insertion_order: 1 },
          ...{ enabled: true, extensions: {} },
        },
      ],
    },
    tags: ['Garden'],
    creator: 'Ada',
    character_version: '1',
    extensions: { of_another_program: { kept: [1, null] } },
  },
}
const cardJson = JSON.stringify(card, null, 2)

const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function importCard({ page }: ChatVisit, button: string): Promise<void> {
  const picture = await noise(64, 64).png().toBuffer()
  const buffer = pngWith(picture, textChunk('chara', Buffer.from(cardJson).toString('base64')))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose(page, button)])
  await chooser.setFiles({ name: 'ivy.png', mimeType: 'image/png', buffer })
}
const downloaded = async (page: Page, press: Locator): Promise<Buffer> => {
  const [download] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent('download'),
    press.click(),
  ])
  return readFileSync(await download.path())
}

it('a person plays an evening with a card, a lorebook and a persona, and exports the card', async () => {
  const visit = await chat.visit(ada)
  const { page, log } = visit
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')]

  await visit.goTo('/characters/new')
  await importCard(visit, 'Import card')
  await dialog.getByText(/^Not used here, kept for export: .*of_another_program/).waitFor()
  await choose(page, 'Edit character')
  await main.getByRole('heading', { level: 1, name: 'Edit \u2068Ivy\u2069' }).waitFor()
  const characterId = /characters\/(\d+)/.exec(page.url())?.[1] ?? ''

  // the lorebook of the card leads to its character and back
  await main.getByRole('link', { name: 'Garden' }).click()
  await main.getByRole('heading', { level: 2, name: 'Garden' }).waitFor()
  await main.getByRole('link', { name: 'From the card of \u2068Ivy\u2069' }).click()
  await page.waitForURL(`**/#/characters/${characterId}`)
  await visit.goTo('/settings/lorebooks')
  await main.getByText('1 entry · From the card of \u2068Ivy\u2069').waitFor()

  await visit.goTo('/settings/personas')
  await choose(page, 'New persona')
  await main.getByLabel('Name', { exact: true }).fill('Nova')
  await main.getByLabel('Description').fill('A captain who has sailed with every pilot of the northern fleet.')
  await choose(page, 'Save')
  await choose(page, 'New persona')
  await main.getByLabel('Name', { exact: true }).fill('Nova')
  await main.getByLabel('Description').fill('{{user}} is a pilot. {{char}} owes her a rose.')
  await choose(page, 'Save')
  await main.getByText('Nova is a pilot').or(main.getByText('{{user}} is a pilot')).waitFor()

  await visit.goTo('/settings/lorebooks')
  await choose(page, 'New lorebook')
  await choose(page, 'New entry')
  await dialog.getByLabel('Name').fill('The kraken')
  await dialog.getByLabel('Keys', { exact: true }).fill('kraken\n크라켄')
  await dialog.getByLabel('Text for the model').fill('The kraken fears {{char}}.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await main.getByText('kraken, 크라켄').waitFor()

  await visit.goTo(`/characters/${characterId}`)
  await choose(page, 'Start chat')
  await log.getByText('Mind the roses, ada').waitFor()
  await choose(page, 'Next greeting')
  await log.getByText(/You again, ada\d*\?\|\|\|/).waitFor()
  await choose(page, 'Next greeting')
  const greeting = log.getByText(/^The (?:gate|well) is \d+ steps away, ada\d*\.$/)
  const shown = (await greeting.textContent()) ?? ''
  await page.reload()
  await log.getByText(shown).waitFor()
  await page.getByRole('group', { name: 'Greeting 3 of 3' }).waitFor()
  chat.tap.next = saying('The rosemary sleeps.')
  await visit.send('Good evening.')
  await log.getByText('The rosemary sleeps.').waitFor()
  expect(await greeting.textContent()).toBe(shown)
  expect(chat.tap.lastJob).toMatchObject({ character: { greeting: shown } })
  expect(chat.tap.lastJob).not.toHaveProperty('lore')

  await visit.choose(roomMenu(visit), 'Settings')
  await dialog.getByLabel('Your persona').selectOption('Nova – {{user}} is a pilot. {{char}} owes her…')
  expect(await dialog.getByRole('option', { name: /^Nova – / }).allTextContents()).toContain(
    'Nova – A captain who has sailed with every…',
  )
  await dialog.getByRole('link', { name: 'Garden' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'New lorebook' }).click()
  await dialog.getByRole('checkbox', { name: 'New lorebook', checked: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  chat.tap.next = saying('The ivy listens.')
  await visit.send('A kraken sits on a thorn.')
  await log.getByText('The ivy listens.').waitFor()
  const { character, lore, persona } = chat.tap.lastJob
  expect(lore?.map(({ text }) => text)).toEqual(['The hedge has seven gates.', 'The kraken fears Ivy.'])
  expect(persona).toEqual({ name: 'Nova', description: 'Nova is a pilot. Ivy owes her a rose.' })
  expect(character?.notes?.map(({ text }) => text)).toEqual(['Two sentences, Nova waits.'])

  await page.reload()
  await log.getByText('The ivy listens.').waitFor()
  expect(await log.getByText(/^The (?:gate|well) is \d+ steps away/).count()).toBe(1)
  chat.tap.next = saying('The moss answers.')
  await visit.send('And now?')
  await log.getByText('The moss answers.').waitFor()
  const roomId = /rooms\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
  const received = `query ($id: ID!) { room(id: $id) { generations { nodes {
    persona { outcome } lore { lorebookName used entries { name outcome } } } } } }`
  const used = (lorebookName: string, name: string) => ({ lorebookName, used: 1, entries: [{ name, outcome: 'USED' }] })
  expect(await ada.data(received, { id: roomId })).toEqual({
    room: {
      generations: {
        nodes: [
          // the second message is still among those that are read
          ...[0, 1].map(() => ({
            persona: { outcome: 'USED' },
            lore: expect.arrayContaining([used('New lorebook', 'The kraken'), used('Garden', 'The hedge')]),
          })),
          { persona: null, lore: null },
        ],
      },
    },
  })

  await visit.goTo(`/characters/${characterId}`)
  const menu = main
    .getByRole('button', { name: /Ivy/ })
    .filter({ has: page.locator('svg') })
    .last()
  await visit.choose(menu, 'Export card')
  const json = await downloaded(page, dialog.getByRole('button', { name: /^JSON/ }))
  expect(json.toString()).toBe(cardJson)
  await visit.choose(menu, 'Export card')
  const png = await downloaded(page, dialog.getByRole('button', { name: /^PNG/ }))
  expect(png.includes(`chara\0${Buffer.from(cardJson).toString('base64')}`)).toBe(true)
  await visit.choose(menu, 'Make public')
  await main.getByText('Public', { exact: true }).waitFor()
  expect(visit.faults).toEqual([])
  await visit.end()

  const reader = await chat.visit(eve)
  const gallery = reader.page.getByRole('main')
  await reader.goTo(`/characters/${characterId}`)
  await gallery.getByRole('button', { name: 'Like Ivy, 0' }).click()
  await gallery.getByRole('button', { name: 'Like Ivy, 1', pressed: true }).waitFor()
  await gallery.getByRole('link', { name: /^ada\d*$/ }).click()
  await gallery.getByRole('heading', { level: 1, name: /^Characters by/ }).waitFor()
  await gallery.getByRole('link', { name: /Ivy/ }).first().waitFor()
  await reader.goTo('/liked')
  await gallery.getByRole('heading', { level: 1, name: 'Characters you like' }).waitFor()
  await gallery.getByRole('link', { name: /Ivy/ }).first().click()
  await gallery.getByText('Mind the roses, eve').waitFor()
  expect(reader.faults).toEqual([])
  await reader.end()
}, 120_000)

it('what of a card has no effect is said in the language of the page', async () => {
  const visit = await chat.visit(undefined, { locale: 'ko-KR' })
  const { page } = visit
  await visit.goTo('/sign-in')
  const form = page.getByRole('main')
  await form.getByLabel('이메일 주소').fill(`${eve.username}@example.com`)
  await form.getByLabel('비밀번호').fill(password)
  await form.getByRole('button', { name: '로그인', exact: true }).click()
  await page.getByRole('button', { name: '계정 및 설정' }).waitFor()
  await visit.goTo('/characters/new')
  await importCard(visit, '카드 가져오기')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('여기서는 쓰이지 않지만 내보낼 때를 위해 보관합니다').waitFor()
  expect(await dialog.innerText()).not.toMatch(/[a-z]{3,} [a-z]{2,} /)
  expect(await visit.violations()).toEqual([])
  expect(visit.faults).toEqual([])
  await visit.end()
})
