import { welcome } from '../../../main/welcome.js'
import { readConfig } from '../../../src/config/config.js'

/** What a start says on a terminal, with the pages that were built into this folder. */
export function welcomeText(pages: string, env: Readonly<Record<string, string>> = {}): string {
  return welcome(readConfig(env), { app: 8080, admin: 3001 }, pages)
}
