import libsql from 'libsql'
import { signIn } from '../client.js'

/**
 * The accounts that may watch the generation: its owner and administrators, each with at most as many sockets as one
 * account may have.
 */
export interface Audience {
  readonly owner: string
  readonly tokens: readonly string[]
}

const people = 101

/** Without the limits that prevent so many registrations at once. */
export const withoutLimits = JSON.stringify({ register: { perAddress: false }, login: { perAddress: false } })

/** Registers the accounts; makeAdministrators changes their roles later. */
export async function fillWatchers(url: string): Promise<Audience> {
  const tokens: string[] = []
  for (let number = 0; number < people; number += 1) tokens.push(await signIn(url, `bench${number}`))
  const [owner = '', ...others] = tokens
  return { owner, tokens: others }
}

/** Makes all accounts except the owner administrators. */
export function makeAdministrators(file: string): void {
  const database = new libsql(file)
  database.prepare("UPDATE users SET role = 'ADMIN' WHERE username <> 'bench0'").run()
  database.close()
}
