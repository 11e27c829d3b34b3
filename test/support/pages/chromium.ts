import { chromium, type Browser } from 'playwright-core'

const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** The Chromium of this machine, or that of CHROMIUM. It requests nothing of its own. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: quiet })
