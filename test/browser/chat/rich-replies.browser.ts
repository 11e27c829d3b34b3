import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { PacedReply } from '../../support/pages/paced-reply.js'

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(() => chat.close())

const formulas = String.raw`The force is \(\vec{F} = m\vec{a}\), and

\[
x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}
\]

$\href{javascript:window.ran=1}{x}$ $\color{red}y$`

it('formulas are typeset by files of the page that are loaded with the first one', async () => {
  const [plain, rich] = [await chat.room(nova, ['Hi', 'Read **this**.']), await chat.room(nova, ['Explain', formulas])]
  const visit = await chat.visit(nova)
  const loaded: string[] = []
  visit.page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  const late = () => loaded.filter((path) => /\/chat\/(typeset|formulas|KaTeX)/.test(path))
  await visit.goTo(`/rooms/${plain}`)
  await visit.log.getByText('this').waitFor()
  expect(late()).toEqual([])
  await visit.goTo(`/rooms/${rich}`)
  await visit.log.locator('.katex').nth(3).waitFor()
  await visit.page.evaluate('document.fonts.ready')
  expect(late().filter((path) => /typeset-[A-Z0-9]{8}\.js$/.test(path))).toHaveLength(1)
  expect(late().filter((path) => /formulas-[A-Z0-9]{8}\.css$/.test(path))).toHaveLength(1)
  expect(late().some((path) => /KaTeX_Math-Italic-[A-Z0-9]{8}\.woff2$/.test(path))).toBe(true)
  // the parts of a formula have the sizes that the policy of the page refuses to styles of a text
  expect(await visit.log.locator('.katex-html [style]').count()).toBeGreaterThan(10)
  expect(await visit.log.locator('math').count()).toBe(4)
  expect(await visit.log.locator('[href^=javascript], [onclick], script').count()).toBe(0)
  expect(await visit.violations()).toEqual([])
  const copied = await visit.page.evaluate(`(() => {
    getSelection().selectAllChildren([...document.querySelectorAll('.reply .markdown p')].at(0))
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
    document.dispatchEvent(event)
    return event.clipboardData.getData('text/plain')
  })()`)
  expect(copied).toBe(String.raw`The force is $\vec{F} = m\vec{a}$, and`)
  expect(visit.faults).toEqual([])
  await visit.end()
}, 60_000)

it('a formula is its source where that code is not loaded', async () => {
  const roomId = await chat.room(nova, ['Explain', formulas])
  const visit = await chat.visit(nova)
  const refused = visit.page.waitForEvent('requestfailed', (request) => request.url().includes('typeset'))
  await visit.page.route('**/typeset-*.js', (route) => route.abort())
  await visit.goTo(`/rooms/${roomId}`)
  await refused
  await visit.log.getByText(String.raw`\(\vec{F} = m\vec{a}\)`).waitFor()
  expect(await visit.log.locator('.katex').count()).toBe(0)
  expect(visit.faults).toEqual([])
  await visit.end()
}, 60_000)

it('code has its colours while it grows, and keeps them at the end of the reply', async () => {
  const visit = await chat.visit(nova)
  await visit.goTo(`/rooms/${await nova.room()}`)
  const reply = new PacedReply()
  chat.tap.next = reply.course
  await visit.send('Show me code')
  reply.say('```js\nconst answer = 42\nconst ')
  await visit.log.locator('.hljs-keyword').waitFor()
  await visit.page.evaluate(`(() => {
    const look = () => { if (!document.querySelector('.hljs-keyword')) window.flashed = true; requestAnimationFrame(look) }
    look()
  })()`)
  reply.say('other = 43\n```\n\nThat is all.')
  reply.end('stop')
  await visit.log.getByRole('button', { name: 'Regenerate' }).waitFor()
  await visit.log.locator('.hljs-keyword').nth(1).waitFor()
  expect(await visit.page.evaluate('window.flashed')).toBeUndefined()
  expect(visit.faults).toEqual([])
  await visit.end()
}, 60_000)

it('the mark of a footnote leads to its text, and back', async () => {
  const roomId = await chat.room(nova, ['Explain', 'Water boils.[^1]\n\n[^1]: At 100 °C.'])
  const visit = await chat.visit(nova)
  await visit.goTo(`/rooms/${roomId}`)
  await visit.log.getByRole('button', { name: 'Footnote 1', exact: true }).click()
  expect(await visit.page.evaluate('document.activeElement.textContent')).toContain('At 100 °C.')
  expect(visit.page.url()).toContain(`#/rooms/${roomId}`)
  await visit.log.getByRole('button', { name: 'Back to footnote 1 in the text' }).click()
  expect(await visit.page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Footnote 1')
  await visit.end()
}, 60_000)
