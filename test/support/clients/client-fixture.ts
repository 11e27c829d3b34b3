import WebSocket from 'ws'
import { createParley, type Parley } from '../../../packages/client/src/index.js'
import type { ParleyOptions } from '../../../packages/client/src/parley.js'
import { password } from '../app/person.js'

let names = 0

/** Waits of some milliseconds, so that tests of failures are fast. */
export const quickRetry = { attempts: 40, firstMs: 5, maxMs: 100 }

/** A client of this server, which is not signed in. */
export const openParley = (url: string, options: Partial<ParleyOptions> = {}): Parley =>
  createParley({ url, WebSocket, retry: quickRetry, ...options })

export const newAccount = (name = 'client') => {
  names += 1
  const username = `${name}${String(names)}`
  return { username, email: `${username}@example.com`, password, eulaAgreed: true, privacyAgreed: true }
}

/** A client of this server with an account of its own. */
export async function signedIn(url: string, options: Partial<ParleyOptions> = {}): Promise<Parley> {
  const parley = openParley(url, options)
  await parley.register(newAccount())
  return parley
}
