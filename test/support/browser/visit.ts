import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestBrowser } from './chromium.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// what a test gives to evaluate is not code of the page: its policy does not apply to it
const axeRun = `${axeSource}; axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } }).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ html }) => html).join(' ')))`

/** A page in a browser, with its faults: errors, violations of its policy, requests to other servers. */
export class Visit {
  readonly complaints: string[] = []

  private constructor(
    readonly page: Page,
    private readonly screenshots: string,
  ) {}

  /** Opens the page at an address of a server, below which all of its requests must be. */
  static async begin(
    { browser, screenshots }: TestBrowser,
    { url, path = '/' }: { readonly url: string; readonly path?: string },
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const page = await browser().newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC', ...options })
    const visit = new Visit(page, screenshots)
    page.on('console', (message) => {
      if (message.type() === 'error') visit.complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => visit.complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) visit.complaints.push(request.url())
    })
    await page.goto(url + path)
    return visit
  }

  /** The violations of accessibility rules by what is shown now. */
  violations(): Promise<string[]> {
    return this.page.evaluate(axeRun)
  }

  /** Whether the page is as wide as its window. */
  fits(): Promise<boolean> {
    return this.page.evaluate('document.documentElement.scrollWidth <= innerWidth')
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(this.screenshots, `${name}.png`) })
  }

  async end(): Promise<void> {
    await this.page.context().close()
  }
}
