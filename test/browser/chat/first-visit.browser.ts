import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { password } from '../../support/app/person.js'
import { noise } from '../../support/images/pictures.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { saying } from '../../support/rooms/log-fixture.js'

const card = JSON.stringify({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name: 'Imported Ivy', description: 'A gardener.', first_mes: 'Mind the roses, {{user}}.', tags: ['plants'] },
})

let chat: ChatFixture
beforeAll(async () => {
  chat = await ChatFixture.open({ TERMS_URL: '/terms.html' })
  const maker = await chat.app.person('maker')
  await chat.character(maker, {
    name: 'Captain',
    description: 'A sailor of few words.',
    greeting: 'Ahoy, {{user}}! *salutes*',
  })
  await chat.character(maker, { name: 'Librarian', description: 'Knows every book.' })
}, 60_000)
afterAll(() => chat.close())

describe('a new person', () => {
  it('signs up, picks a character, talks, stops, has another reply, edits, searches, imports a card and signs out', async () => {
    const visit = await chat.visit()
    const { page, log } = visit
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Captain' }).waitFor()
    await main.getByRole('searchbox').fill('Capt')
    await main.getByRole('link', { name: 'Librarian' }).waitFor({ state: 'detached' })
    await page.locator('.site-links [aria-current=page]', { hasText: 'Characters' }).waitFor()
    await main.getByRole('link', { name: 'Captain' }).click()
    await main.getByRole('heading', { level: 1, name: 'Captain' }).waitFor()
    await main.locator('blockquote em', { hasText: 'salutes' }).waitFor()
    await main.getByText('Ahoy, you! salutes').waitFor()
    // a guest signs up first, and then the conversation begins
    await main.getByRole('button', { name: 'Start chat' }).click()
    await main.getByRole('heading', { level: 1, name: 'Create account' }).waitFor()
    await main.getByText('You need an account to chat.').waitFor()
    // the sign-in of the header and of the form lead back to the same conversation
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await main.getByText('You need an account to chat.').waitFor()
    await main.getByRole('link', { name: 'Create account' }).click()
    await visit.completeSignUp('nova')
    await log.getByText('Ahoy, nova! salutes').waitFor()

    const endless = new PacedReply()
    chat.tap.next = endless.course
    await visit.send('Tell me a long story')
    endless.say('Once upon a time')
    await log.getByText('Once upon a time').waitFor()
    await page.getByRole('button', { name: 'Stop the reply' }).click()
    await log.getByRole('button', { name: 'Regenerate' }).waitFor()
    chat.tap.next = saying('Short: we sank.')
    await visit.box.fill('A short one then')
    await visit.box.press('Enter')
    await log.getByText('Short: we sank.').waitFor()
    chat.tap.next = saying('Shorter: sunk.')
    await log.getByRole('button', { name: 'Regenerate' }).last().click()
    await log.getByText('Shorter: sunk.').waitFor()
    await visit.choose(log.getByRole('button', { name: 'Actions for this reply' }).last(), 'Edit reply')
    await log.getByRole('textbox').fill('Shortest: **albatross**.')
    await log.getByRole('button', { name: 'Save' }).click()
    await log.getByText('Shortest: albatross.').waitFor()

    await main.getByRole('link', { name: 'Captain' }).click()
    await main.getByRole('button', { name: 'Like Captain, 0' }).click()
    await main.getByRole('button', { name: 'Like Captain, 1', pressed: true }).waitFor()
    await main.getByRole('link', { name: 'Continue chat' }).waitFor()
    await page.getByRole('link', { name: 'Search messages' }).click()
    await main.getByRole('searchbox').fill('albatross')
    await main.locator('mark', { hasText: 'albatross' }).waitFor()
    await main.getByText('Shortest: albatross.', { exact: true }).waitFor()
    await main.getByRole('listitem').getByRole('link').click()
    await log.getByText('Shortest: albatross.').waitFor()

    await visit.goTo('/characters/new')
    const chosen = page.waitForEvent('filechooser')
    await main.getByRole('button', { name: 'Import card' }).click()
    await (await chosen).setFiles({ name: 'ivy.json', mimeType: 'application/json', buffer: Buffer.from(card) })
    await main.getByRole('heading', { level: 1, name: 'Edit \u2068Imported Ivy\u2069' }).waitFor()
    expect(await main.getByLabel('Greeting').inputValue()).toBe('Mind the roses, {{user}}.')
    await main.getByText('Imported \u2068Imported Ivy\u2069.').waitFor()
    await visit.picture('imported')
    await main.getByRole('button', { name: 'Start chat' }).click()
    await log.getByText('Mind the roses, nova.').waitFor()

    await visit.signOut()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('albatross').count()).toBe(0)
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('begins with one of the first characters, and has the account for it created on the way', async () => {
    const empty = await ChatFixture.open()
    const visit = await empty.visit()
    const { page, log } = visit
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Captain Mara' }).click()
    await main.getByText('You need an account to chat.').waitFor()
    await visit.picture('sign-up-to-talk')
    await visit.completeSignUp('ida')
    await log.getByText('Ahoy! Come aboard.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Captain Mara' }).waitFor()
    // with its picture
    await page.locator('.room-header .portrait img').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
    await empty.close()
  }, 60_000)

  it('creates, changes and deletes a character of their own', async () => {
    const mara = await chat.app.person('mara')
    const visit = await chat.visit(mara)
    const { page } = visit
    const main = page.getByRole('main')
    await visit.goTo('/characters/new')
    await main.getByLabel('Name', { exact: true }).fill('Gardener')
    await main.getByLabel('Greeting').fill('Mind the roses.')
    await main.getByLabel('Personality and background').fill('Has known every tree for forty years.')
    await main.getByLabel('Tags').fill('plants, quiet')
    await main.getByLabel('Visibility').selectOption('private')
    await main.getByRole('button', { name: 'Save as private' }).click()
    await main.getByRole('heading', { level: 1, name: 'Gardener' }).waitFor()
    await main.getByText('Private').first().waitFor()
    await main.getByText('What the model reads').click()
    await main.getByText('Has known every tree for forty years.').waitFor()
    const menu = main.getByRole('button', { name: 'Actions for Gardener' })
    await visit.choose(menu, 'Edit')
    await main.getByLabel('Name', { exact: true }).fill('Head gardener')
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await main.getByRole('heading', { level: 1, name: 'Head gardener' }).waitFor()
    const download = page.waitForEvent('download')
    await visit.choose(main.getByRole('button', { name: 'Actions for Head gardener' }), 'Export card')
    await page.getByRole('dialog').getByRole('button', { name: 'JSON' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.json$/)
    await visit.choose(main.getByRole('button', { name: 'Actions for Head gardener' }), 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await main.getByRole('link', { name: 'Head gardener' }).count()).toBe(0)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('finds the draft of a character after a reload, with its picture', async () => {
    const lena = await chat.app.person('lena')
    const visit = await chat.visit(lena)
    const { page } = visit
    const main = page.getByRole('main')
    page.on('dialog', (dialog) => void dialog.accept())
    await visit.goTo('/characters/new')
    await main.getByLabel('Name', { exact: true }).fill('Painter')
    const chosen = page.waitForEvent('filechooser')
    await main.getByRole('button', { name: 'Choose picture' }).click()
    const picture = await noise(64, 64).png().toBuffer()
    await (await chosen).setFiles({ name: 'painter.png', mimeType: 'image/png', buffer: picture })
    await main.getByRole('button', { name: 'Publish', disabled: false }).waitFor()
    await page.reload()
    expect(await main.getByLabel('Name', { exact: true }).inputValue()).toBe('Painter')
    await main.locator('.picture-field img').waitFor()
    await main.getByRole('button', { name: 'Publish' }).click()
    await main.getByRole('heading', { level: 1, name: 'Painter' }).waitFor()
    await main.locator('.profile .portrait img').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('can use the keyboard alone: sign in, choose a character, talk', async () => {
    const zoe = await chat.app.person('zoe')
    const visit = await chat.visit()
    const { page, log } = visit
    const { keyboard } = page
    const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
    /** Moves on until the focused element has this name. */
    const tabTo = async (name: string) => {
      for (let step = 0; step < 60; step += 1) {
        await keyboard.press('Tab')
        if ((await focused()) === name) return
      }
      throw new Error(`The key Tab does not reach ${name}`)
    }
    await page.getByRole('main').getByRole('link', { name: 'Captain' }).waitFor()
    await keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await tabTo('Sign in')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByLabel('Email address').waitFor()
    for (let step = 0; step < 12; step += 1) {
      if ((await page.evaluate('document.activeElement.name')) === 'email') break
      await keyboard.press('Tab')
    }
    await keyboard.type(`${zoe.username}@example.com`)
    await keyboard.press('Tab')
    await keyboard.type(password)
    await keyboard.press('Enter')
    await visit.signedIn()
    await page.getByRole('main').getByRole('link', { name: 'Captain' }).waitFor()
    await tabTo('Captain')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Captain' }).waitFor()
    await tabTo('Start chat')
    await keyboard.press('Enter')
    await log.getByText(`Ahoy, ${zoe.username}! salutes`).waitFor()
    chat.tap.next = saying('Aye, aye.')
    // the box for the message has the focus
    await keyboard.type('Hello')
    await keyboard.press('Enter')
    await log.getByText('Aye, aye.').waitFor()
    await page.getByRole('status').filter({ hasText: 'Captain: Aye, aye.' }).waitFor({ state: 'attached' })
    await tabTo('Message actions')
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Message actions')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('reads the page in Korean when the browser asks for it, and talks in it', async () => {
    const visit = await chat.visit(undefined, { locale: 'ko-KR' })
    const { page } = visit
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 2, name: '캐릭터' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('ko')
    // a guest chooses the language of the page
    await visit.choose(page.getByRole('button', { name: '언어' }), 'English')
    await page.getByRole('button', { name: 'Start a chat' }).waitFor()
    await visit.choose(page.getByRole('button', { name: 'Language' }), '한국어')
    await page.getByRole('button', { name: '채팅 시작하기' }).click()
    await main.getByRole('button', { name: '회원 가입' }).click()
    // in the language of the page, which is not that of the browser alone
    await main.getByText('필수 항목입니다.').first().waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('username')
    expect(await main.getByText('동의가 필요합니다.').count()).toBe(1)
    await main.locator('.checkbox').getByRole('link', { name: '이용 약관' }).waitFor()
    await page.getByLabel('이름').fill('하\u200b나')
    await page.getByLabel('이메일 주소').fill('hana@example.com')
    await page.getByLabel('비밀번호').fill(password)
    await page.getByRole('button', { name: '입력한 내용 보기' }).click()
    expect(await page.getByLabel('비밀번호').getAttribute('type')).toBe('text')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await main.getByRole('button', { name: '회원 가입' }).click()
    await main.getByText('보이지 않는 문자를 사용할 수 없습니다').waitFor()
    await page.getByLabel('이름').fill('하나')
    await main.getByRole('button', { name: '회원 가입' }).click()
    chat.tap.next = saying('안녕하세요, **하나** 님.')
    await page.getByRole('textbox', { name: '메시지' }).fill('안녕하세요')
    await page.getByRole('button', { name: '보내기' }).click()
    await page.getByRole('region', { name: '메시지' }).getByText('하나', { exact: true }).waitFor()
    await visit.picture('korean-room')
    expect(await page.evaluate('getComputedStyle(document.body).wordBreak')).toBe('keep-all')
    // no word of the other language is left
    expect((await page.locator('.shell').innerText()).replaceAll(/Parley|Local/g, '')).not.toMatch(/[A-Za-z]{3,}/)
    await visit.goTo('/settings')
    await page.getByLabel('언어').selectOption('EN')
    await main.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})
