import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { password } from '../app/person.js'
import { complaintsOf, type PageComplaints } from '../documents/page-complaints.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screenshots = process.env['SCREENSHOTS']

/** A person at the chat page, with what the page does wrong. */
export class ChatVisit {
  readonly #complaints: PageComplaints

  private constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    page.setDefaultTimeout(10_000)
    this.#complaints = complaintsOf(page, url)
  }

  static async begin(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<ChatVisit> {
    const visit = await ChatVisit.blank(browser, url, options)
    await visit.goTo('/')
    return visit
  }

  /** An empty tab, before the page is loaded. */
  static async blank(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<ChatVisit> {
    const shared = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' }
    const context = await browser.newContext({ ...shared, ...options })
    return new ChatVisit(await context.newPage(), url)
  }

  /** Another tab of the same browser. */
  async inTab(): Promise<ChatVisit> {
    const visit = new ChatVisit(await this.page.context().newPage(), this.url)
    await visit.goTo('/')
    return visit
  }

  /** Faults of the code of the page, violations of its policy, and requests to other hosts. */
  get faults(): string[] {
    const { errors, foreign } = this.#complaints
    // the console also has a line for each request that fails or is refused
    const own = errors.filter((line) => !/^(Failed to load resource|WebSocket connection to .* failed)/.test(line))
    return [...own, ...foreign.filter((address) => !address.startsWith('blob:'))]
  }

  /** Follows a link to a place of the page, such as `/rooms/7`. */
  async goTo(place: string): Promise<void> {
    await this.page.goto(`${this.url}/#${place}`)
  }

  async signUp(username: string): Promise<void> {
    await this.goTo('/sign-up')
    await this.completeSignUp(username)
  }

  /** Fills in the form of the sign-up, which is shown. */
  async completeSignUp(username: string): Promise<void> {
    const { page } = this
    await page.getByLabel('Name').fill(username)
    await page.getByLabel('Email address').fill(`${username}@example.com`)
    await page.getByLabel('Password').fill(password)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await this.signedIn()
  }

  /** Fills in the form of the sign-in, which is shown. */
  async enter(username: string, secret = password): Promise<void> {
    const form = this.page.getByRole('main')
    await form.getByLabel('Email address').fill(`${username}@example.com`)
    await form.getByLabel('Password').fill(secret)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async signIn(username: string): Promise<void> {
    await this.goTo('/sign-in')
    await this.enter(username)
    await this.signedIn()
  }

  signedIn(): Promise<void> {
    return this.page.getByRole('button', { name: 'Account and settings' }).waitFor()
  }

  async signOut(): Promise<void> {
    await this.choose(this.page.getByRole('button', { name: 'Account and settings' }), 'Sign out')
  }

  /** Opens a menu and chooses a command. */
  async choose(menu: Locator, command: string): Promise<void> {
    await menu.click()
    const { page } = this
    await page
      .getByRole('menuitem', { name: command })
      .or(page.getByRole('menuitemradio', { name: command }))
      .click()
  }

  /** The log of the open room. */
  get log(): Locator {
    return this.page.getByRole('region', { name: 'Messages' })
  }

  get box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' })
  }

  async send(text: string): Promise<void> {
    await this.box.fill(text)
    await this.page.getByRole('button', { name: 'Send', exact: true }).click()
  }

  /** Opens a new conversation with the assistant. */
  async beginRoom(): Promise<void> {
    const list = this.page.getByRole('navigation', { name: 'Chats' })
    await list.getByRole('link', { name: 'New chat' }).click()
  }

  shows(text: string): Promise<void> {
    return this.page.getByText(text).locator('visible=true').first().waitFor()
  }

  /** What axe finds wrong on the screen, as `rule: element`. A control that shows a text has it in its name. */
  async violations(): Promise<string[]> {
    await this.page.evaluate(axe)
    const found = await this.page.evaluate(
      `axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
    )
    return found as string[]
  }

  /** Writes a picture of the screen into the folder of SCREENSHOTS. */
  async picture(name: string): Promise<void> {
    if (screenshots === undefined) return
    mkdirSync(screenshots, { recursive: true })
    await this.page.screenshot({ path: join(screenshots, `chat-${name}.png`) })
  }

  async end(): Promise<void> {
    await this.page.context().close()
  }
}
