import { gzipSync } from 'node:zlib'
import { expect, it } from '@jest/globals'
import type { Response } from 'playwright-core'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { isCharacterPicture } from '../../support/pages/character-pictures.js'
import { ChatVisit } from '../../support/pages/chat-visit.js'
import { saying } from '../../support/rooms/log-fixture.js'

const budget = 150_000

it(`what is loaded before a first reply can be read has at most ${String(budget)} bytes`, async () => {
  const chat = await ChatFixture.open()
  const visit = await ChatVisit.blank(chat.browser, chat.app.url)
  const loaded = new Map<string, Promise<number>>()
  const size = async (response: Response) => gzipSync(await response.body()).length
  visit.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!isCharacterPicture(pathname) && !pathname.startsWith('/graphql')) loaded.set(pathname, size(response))
  })
  await visit.goTo('/')
  await visit.signUp('nova')
  await visit.beginRoom()
  chat.tap.next = saying('Read **this**.')
  await visit.send('Hello')
  await visit.log.getByText('Read').waitFor()
  await visit.log.getByRole('button', { name: 'Regenerate' }).waitFor()
  const sizes = await Promise.all(loaded.values())
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
  // the page, its script, its styles and its icon, at least
  expect([...loaded.keys()].filter((path) => /^\/$|\.(js|css)$/.test(path)).length).toBeGreaterThanOrEqual(3)
  expect(total).toBeGreaterThan(20_000)
  expect(total).toBeLessThanOrEqual(budget)
  await visit.end()
  await chat.close()
}, 60_000)
