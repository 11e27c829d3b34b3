import { welcome } from '../../../main/welcome.js'
import { readConfig } from '../../../src/config/config.js'

/** What a start with the default settings says on a terminal, with the pages that were built into this folder. */
export function welcomeText(pages: string): string {
  return welcome(readConfig({}), { app: 8080, admin: 3001 }, pages)
}
