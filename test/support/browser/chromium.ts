import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from '@jest/globals'
import { chromium, type Browser } from 'playwright-core'

const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export interface TestBrowser {
  readonly browser: () => Browser
  /** The folder of pictures: `SCREENSHOTS`, or one that is removed at the end. */
  readonly screenshots: string
}

/** One Chromium for the tests of a file. */
export function testBrowser(): TestBrowser {
  const ownFolder = mkdtempSync(join(tmpdir(), 'parley-screens-'))
  const screenshots = process.env['SCREENSHOTS'] ?? ownFolder
  let browser: Browser | undefined
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true })
    const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: quiet })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    rmSync(ownFolder, { recursive: true })
  })
  return {
    screenshots,
    browser: () => {
      if (!browser) throw new Error('Chromium is not started')
      return browser
    },
  }
}
