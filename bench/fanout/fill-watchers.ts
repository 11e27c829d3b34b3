import libsql from 'libsql'
import { signIn } from '../client.js'

/** The accounts that watch the generations: administrators, whose replies no membership limits. */
export interface Audience {
  readonly tokens: readonly string[]
}

const people = 100

/** Without the limits that prevent so many registrations at once. */
export const withoutLimits = JSON.stringify({ register: { perAddress: false }, login: { perAddress: false } })

/** Registers the accounts; makeAdministrators changes their roles later. */
export async function fillWatchers(url: string): Promise<Audience> {
  const tokens: string[] = []
  for (let number = 0; number < people; number += 1) tokens.push(await signIn(url, `bench${number}`))
  return { tokens }
}

/** Makes all accounts administrators. */
export function makeAdministrators(file: string): void {
  const database = new libsql(file)
  database.prepare("UPDATE users SET role = 'ADMIN'").run()
  database.close()
}
