import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { hostileNames, hostileTexts } from '../../support/pages/hostile-texts.js'
import { saying } from '../../support/rooms/log-fixture.js'

/** What is in the page and should not be: elements that run or load something, handlers, and addresses of other kinds. */
const dangers = `(() => {
  const found = []
  for (const element of document.querySelectorAll('#root *, dialog *')) {
    const name = element.localName
    // formulas have MathML of ours
    if (!element.closest('.katex-mathml') && /^(script|iframe|frame|object|embed|style|link|base|meta|foreignobject|math|animate|set)$/i.test(name)) found.push(name)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute) || attribute === 'srcdoc') found.push(name + ' ' + attribute)
      if (attribute === 'src' && !/^(\\/thumbnail\\?id=|blob:)/.test(value)) found.push(name + ' src ' + value)
      if (/href$/.test(attribute) && !/^(#|https?:|mailto:|\\/)/.test(value)) found.push(name + ' href ' + value)
    }
    if (name === 'form' && element.hasAttribute('action')) found.push('form action')
  }
  if (window.ran !== undefined) found.push('code has run')
  return found
})()`

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(() => chat.close())

/** Nothing has run, was loaded or was refused, and the page is as wide as the window. */
async function isHarmless(visit: ChatVisit): Promise<void> {
  expect(await visit.page.evaluate(dangers)).toEqual([])
  expect(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(visit.page.url().startsWith(chat.app.url)).toBe(true)
  expect(visit.faults).toEqual([])
}

describe('a text that a person sends and a model returns', () => {
  let visit: ChatVisit
  beforeAll(async () => {
    visit = await chat.visit(nova, { viewport: { width: 360, height: 800 } })
  }, 60_000)
  afterAll(() => visit.end())

  it.each(hostileTexts)(
    'is text: %s',
    async (name, text) => {
      const { page, log } = visit
      await visit.goTo(`/rooms/${await nova.room()}`)
      await visit.shows('What would you like to talk about?')
      chat.tap.next = saying(`${text}\n\nThe end of the reply.`)
      // a message has at most 8,000 characters, a reply can be longer
      await visit.send(text.length > 8_000 ? 'Something long' : text)
      await log.getByRole('button', { name: 'Regenerate' }).waitFor({ state: 'attached' })
      await isHarmless(visit)
      for (const link of await log.getByRole('link').all()) {
        expect(await link.getAttribute('rel')).toContain('noopener')
        expect(await link.getAttribute('target')).toBe('_blank')
      }
      if (/bidirectional|long word|right|huge|pile/.test(name))
        await visit.picture(`hostile-${name.replaceAll(' ', '-')}`)
      await page.reload()
      await log.getByRole('button', { name: 'Regenerate' }).waitFor({ state: 'attached' })
      await isHarmless(visit)
    },
    30_000,
  )
})

describe('code', () => {
  const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
  const short = fence('js', 'const answer = 42')

  it('whose colouring takes seconds ends the worker that colours it, and the next block has colours', async () => {
    const slow = ['a ', 'b ', 'a '].map((word) => fence('cpp', word.repeat(9_500)))
    const roomId = await chat.room(nova, ['Show me code', [...slow, short].join('\n\n')])
    const visit = await chat.visit(nova)
    const { page, log } = visit
    const files: string[] = []
    page.on('worker', (worker) => files.push(worker.url()))
    await visit.goTo(`/rooms/${roomId}`)
    await log.locator('.hljs-number').waitFor({ timeout: 60_000 })
    expect(files).toHaveLength(3)
    for (const file of files) expect(file).toMatch(/\/chat\/colour-worker-[A-Z0-9]{8}\.js$/)
    const blocks = await log.locator('pre').all()
    expect(await Promise.all(blocks.map((block) => block.locator('[class^=hljs]').count()))).toEqual([0, 0, 0, 2])
    await until(
      'the workers of the slow blocks have ended',
      () => page.workers().length,
      (count) => count === 1,
    )
    // the same text is not tried again, neither the third block nor when the room is opened again
    await visit.goTo('/')
    await log.waitFor({ state: 'detached' })
    await visit.goTo(`/rooms/${roomId}`)
    await log.locator('.hljs-number').waitFor({ timeout: 60_000 })
    expect(files).toHaveLength(3)
    await isHarmless(visit)
    await visit.end()
  }, 180_000)

  it('stays in one colour without a worker', async () => {
    const roomId = await chat.room(nova, ['Show me code', short])
    const visit = await chat.visit(nova)
    const refused = visit.page.waitForEvent('requestfailed', (request) => request.url().includes('colour-worker'))
    await visit.page.route('**/colour-worker-*.js', (route) => route.abort())
    await visit.goTo(`/rooms/${roomId}`)
    await refused
    await visit.log.getByText('const answer = 42').waitFor()
    expect(await visit.log.locator('[class^=hljs]').count()).toBe(0)
    await isHarmless(visit)
    await visit.end()
  }, 60_000)
})

describe('names, descriptions, tags and titles', () => {
  it('of characters and rooms are text, in the gallery, on their own screens and in the list', async () => {
    const ids: string[] = []
    for (const [, text] of hostileNames) {
      const more = {
        description: `${text} \u202etxet`,
        greeting: text,
        context: text,
        exampleDialogues: `<START>\n{{user}}: ${text}`,
      }
      ids.push(await chat.character(nova, { name: text, tags: [text.slice(0, 60)], ...more }))
    }
    const visit = await chat.visit(nova)
    const { page } = visit
    await visit.goTo('/')
    const tiles = page.getByRole('main').getByRole('listitem')
    await tiles.first().waitFor()
    await visit.picture('hostile-gallery')
    await isHarmless(visit)
    for (const id of ids) {
      await visit.goTo(`/characters/${id}`)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await isHarmless(visit)
    }
    const [id = ''] = ids
    await visit.goTo(`/characters/${id}/edit`)
    await page.getByRole('main').getByRole('textbox').first().waitFor()
    await isHarmless(visit)
    for (const [, name] of hostileNames) {
      const roomId = await nova.room()
      const update =
        'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { id } } }'
      await nova.data(update, { id: roomId, input: { name, instructions: name } })
    }
    await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').nth(10).waitFor()
    await visit.picture('hostile-rooms')
    await isHarmless(visit)
    await visit.end()
  }, 120_000)

  it('of found messages are text, with their marks', async () => {
    const mara = await chat.app.person('mara')
    const texts = hostileTexts
      .map(([, text]) => `needle ${text}`)
      .filter((text) => text.length < 8_000 && text.isWellFormed())
    await chat.room(mara, ...texts.map((text) => [text, text] as const))
    const visit = await chat.visit(mara)
    await visit.goTo('/search?q=needle')
    await visit.page.getByRole('main').locator('mark').first().waitFor()
    await visit.picture('hostile-search')
    await isHarmless(visit)
    await visit.end()
  }, 60_000)
})
