import { hash, verify } from '@node-rs/argon2'
import { preparedPassword } from '../password-rules.js'

// argon2id is the library's default algorithm; this is OWASP's minimum cost, about 10 ms, off the event loop
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(preparedPassword(password), cost)
}

/** False for a wrong password and, after the same time, for a missing account or one without a password. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return (await matchPassword(passwordHash, password)) !== 'none'
}

/**
 * Like `verifyPassword`; `unprepared` for a hash of an earlier release, which was made of the text as it was sent. Whether
 * that is tried, and so the time of a wrong password, depends on the text alone.
 */
export async function matchPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<'prepared' | 'unprepared' | 'none'> {
  const known = passwordHash ?? (await absentHash())
  const isKnown = passwordHash !== null && passwordHash !== undefined
  const prepared = preparedPassword(password)
  if ((await verify(known, prepared)) && isKnown) return 'prepared'
  if (prepared !== password && (await verify(known, password)) && isKnown) return 'unprepared'
  return 'none'
}

let absent: Promise<string> | undefined

function absentHash(): Promise<string> {
  absent ??= hashPassword('the password of no account')
  return absent
}
