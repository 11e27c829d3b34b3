import libsql from 'libsql'
import { signIn } from '../client.js'

/** Who may watch the one generation: its owner, and administrators, each on no more sockets than one may have. */
export interface Audience {
  readonly owner: string
  readonly tokens: readonly string[]
}

const people = 101

/** Without what would stop that many people from registering at once. */
export const withoutLimits = JSON.stringify({ register: { perAddress: false }, login: { perAddress: false } })

/** Registers them all; administrators are made of them later. */
export async function fillWatchers(url: string): Promise<Audience> {
  const tokens: string[] = []
  for (let number = 0; number < people; number += 1) tokens.push(await signIn(url, `bench${number}`))
  const [owner = '', ...others] = tokens
  return { owner, tokens: others }
}

/** All but the owner. */
export function makeAdministrators(file: string): void {
  const database = new libsql(file)
  database.prepare("UPDATE users SET role = 'ADMIN' WHERE username <> 'bench0'").run()
  database.close()
}
