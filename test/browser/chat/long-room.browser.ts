import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { until } from '@parley/testing'
import type { Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { saying } from '../../support/rooms/log-fixture.js'

const count = 1_000

let chat: ChatFixture
let nova: Person
let visit: ChatVisit
beforeAll(async () => {
  chat = await ChatFixture.open()
  nova = await chat.app.person('nova')
  const entries = Array.from({ length: count }, (_, n) => {
    const long = 'A longer reply, of several lines, as models give them. '.repeat(n % 7)
    return [`Question ${String(n)}.`, `Answer ${String(n)}. ${long}`] as const
  })
  const roomId = await chat.room(nova, ...entries)
  visit = await chat.visit(nova)
  await visit.goTo(`/rooms/${roomId}`)
}, 120_000)
afterAll(() => chat.close())

/** Whether an element is in the visible part of the log. */
async function isInView(element: Locator): Promise<boolean> {
  const [frame, box] = [await visit.log.boundingBox(), await element.boundingBox()]
  if (!frame || !box) return false
  return box.y >= frame.y && box.y + box.height <= frame.y + frame.height
}

const seen = (text: string) => until(`${text} is in view`, () => isInView(visit.log.getByText(text).first()))

/** The first message in view, and where it is, when the log does not move any more. */
async function settledPlace(): Promise<unknown> {
  const read = () =>
    visit.page.evaluate(`(() => {
      const { top } = document.querySelector('.log').getBoundingClientRect()
      const shown = [...document.querySelectorAll('.message')].find((message) => message.getBoundingClientRect().top > top)
      return shown && [shown.textContent, Math.round(shown.getBoundingClientRect().top)]
    })()`)
  let place = await read()
  await until('the log rests', async () => {
    const before = JSON.stringify(place)
    await visit.page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))')
    place = await read()
    return place !== undefined && JSON.stringify(place) === before
  })
  return place
}

describe(`a room of ${String(count)} entries`, () => {
  it('begins at its end, with only the rows in view in the document', async () => {
    await seen('Answer 999.')
    expect(await visit.log.getByRole('listitem').count()).toBeLessThan(40)
    expect(await visit.page.getByRole('button', { name: 'Jump to the latest message' }).count()).toBe(0)
    await visit.picture('long-room-end')
  }, 30_000)

  it('loads earlier entries where a person scrolls up, without a jump, to the first one', async () => {
    const { page, log } = visit
    await log.hover()
    const first = log.getByText('Question 0.', { exact: true })
    for (let turn = 0; turn < 2_000 && !(await first.isVisible()); turn += 1) await page.mouse.wheel(0, -2_000)
    await page.mouse.wheel(0, -2_000)
    await seen('Question 0.')
    await visit.picture('long-room-start')
    expect(await log.getByRole('listitem').count()).toBeLessThan(60)
    await page.getByRole('button', { name: 'Jump to the latest message' }).click()
    await seen('Answer 999.')
    expect(visit.faults).toEqual([])
  }, 120_000)

  it('leaves a person who reads earlier entries there while a reply grows', async () => {
    const { page, log } = visit
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Another one')
    reply.say('It begins')
    await seen('It begins')
    await log.hover()
    await page.mouse.wheel(0, -3_000)
    await page.getByRole('button', { name: 'Jump to the latest message' }).waitFor()
    const place = await settledPlace()
    for (let line = 0; line < 40; line += 1) reply.say(`\n\nLine ${String(line)}`)
    reply.end()
    await chat.app.idle()
    await page.getByRole('button', { name: 'Stop the reply' }).waitFor({ state: 'detached' })
    expect(await settledPlace()).toEqual(place)
    await page.getByRole('button', { name: 'Jump to the latest message' }).click()
    await seen('Line 39')
  }, 60_000)
})

describe('the end of the log', () => {
  it('stays in view while a reply grows, after a long message, and when a picture is loaded', async () => {
    const { page } = visit
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('A long message. '.repeat(400))
    for (let line = 0; line < 60; line += 1) reply.say(`Line ${String(line)} of the reply.\n\n`)
    await seen('Line 59 of the reply.')
    reply.end()
    await until('the commands are in view', () =>
      isInView(visit.log.getByRole('button', { name: 'Regenerate' }).last()),
    )
    chat.tap.next = saying('```js\nconst answer = 42\n```\n\nThe end.')
    await visit.send('Show me code')
    await visit.log.locator('.hljs-number').waitFor()
    await seen('The end.')
    expect(await page.getByRole('button', { name: 'Jump to the latest message' }).count()).toBe(0)
    expect(visit.faults).toEqual([])
  }, 60_000)
})
