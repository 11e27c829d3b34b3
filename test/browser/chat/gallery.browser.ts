import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, type Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'

let chat: ChatFixture
let author: Person
let id: string
beforeAll(async () => {
  chat = await ChatFixture.open()
  author = await chat.app.person('author')
  const tags = ['sea', 'adventure', 'a rather long tag', 'harbour']
  id = await chat.character(author, {
    name: '灯台守',
    description: 'Keeps a lighthouse.',
    greeting: 'Ah, {{user}}.',
    context: 'A sailor. {{char}} knows {{user}}.',
    tags,
  })
  await chat.character(author, { name: 'Baker', description: 'Bakes bread.' })
}, 60_000)
afterAll(() => chat.close())

describe('the gallery', () => {
  it('shows what it finds in place of the welcome, with the number of characters', async () => {
    const visit = await chat.visit(await chat.app.person('reader'))
    const { page } = visit
    const main = page.getByRole('main')
    const welcome = main.getByText('What would you like to talk about?')
    await visit.goTo('/')
    await welcome.waitFor()
    await page.keyboard.press('Escape')
    await main.getByRole('searchbox').fill('lighthouse')
    await main.getByText('Showing 1 character.').waitFor()
    expect(await welcome.count()).toBe(0)
    await main.getByRole('heading', { level: 1, name: 'Characters' }).waitFor()
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    await main.getByRole('button', { name: 'Clear search' }).click()
    await welcome.waitFor()
    await visit.goTo('/?tag=sea')
    await main.getByText('Showing 1 character.').waitFor()
    await main.getByText('Narrow by tag:').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it.each([
    ['a desktop', {}],
    ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])(
    'shows whole faces and whole tags on %s',
    async (_, device) => {
      const visit = await chat.visit(author, device)
      const { page } = visit
      await visit.goTo('/?mine=all')
      await page.locator('.tile .tags').first().waitFor()
      // a tag is in the row, or below all that is shown
      const cut = `[...document.querySelectorAll('.tile .tags')].flatMap((row) => {
      const shown = row.getBoundingClientRect()
      return [...row.children].filter((tag) => {
        const { top, bottom } = tag.getBoundingClientRect()
        return top < shown.bottom && bottom > shown.bottom
      })
    }).length`
      expect(await page.evaluate(cut)).toBe(0)
      const shapes = `[...document.querySelectorAll('.tile > .portrait')].map((picture) => picture.offsetWidth / picture.offsetHeight)`
      const ratios = await page.evaluate<number[]>(shapes)
      expect(ratios.length).toBe(2)
      expect(ratios.filter((ratio) => ratio > 1.01 || ratio < 0.5)).toEqual([])
      // Japanese and Chinese have no spaces between their words
      const breaks = `[...document.querySelectorAll('.tile h2')].map((name) => getComputedStyle(name).wordBreak).sort()`
      expect(await page.evaluate(breaks)).toEqual(['keep-all', 'normal'])
      expect(visit.faults).toEqual([])
      await visit.end()
    },
    60_000,
  )
})

describe('the page of a character', () => {
  it('greets by the persona that the chat will use', async () => {
    const reader = await chat.app.person('reader')
    const made = await reader.data('mutation { createPersona(input: { name: "Minna" }) { persona { id } } }')
    const persona = at(made, 'createPersona', 'persona', 'id')
    await reader.data('mutation ($persona: ID!) { setDefaultPersona(id: $persona) { persona { id } } }', { persona })
    const visit = await chat.visit(reader)
    await visit.goTo(`/characters/${id}`)
    const article = visit.page.getByRole('article')
    await article.getByText('Ah, Minna.').waitFor()
    await visit.page.getByRole('button', { name: 'Start chat' }).click()
    await visit.log.getByText('Ah, Minna.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('calls a guest “you”', async () => {
    const visit = await chat.visit()
    await visit.goTo(`/characters/${id}`)
    await visit.page.getByRole('article').getByText('Ah, you.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('has for others its link and what the model reads, and for its author a way to the editor', async () => {
    const reader = await chat.visit(await chat.app.person('reader'))
    const { page } = reader
    await reader.goTo(`/characters/${id}`)
    const article = page.getByRole('article')
    await article.getByText('What the model reads').click()
    await article.getByText('A sailor.').waitFor()
    expect(await article.getByText(/^\d+ chats?$/).count()).toBe(0)
    expect(await article.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await article.getByRole('button', { name: 'Actions for' }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy link'])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('banner').getByRole('link', { name: 'Characters' }).getAttribute('aria-current')).toBe(
      'true',
    )
    await reader.end()
    const visit = await chat.visit(author)
    await visit.goTo(`/characters/${id}`)
    const own = visit.page.getByRole('article')
    await own.getByText('What the model reads').click()
    await own.getByText(`灯台守 knows ${author.username}.`).waitFor()
    await own.getByRole('link', { name: 'Edit' }).click()
    await visit.page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect([...reader.faults, ...visit.faults]).toEqual([])
    await visit.end()
  }, 60_000)
})
