import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; this is OWASP's minimum cost, about 10 ms, off the event loop
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** False for a wrong password and, after the same time, for a missing account or one without a password. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await absentHash()), password)
  return matches && passwordHash !== null && passwordHash !== undefined
}

let absent: Promise<string> | undefined

function absentHash(): Promise<string> {
  absent ??= hashPassword('the password of no account')
  return absent
}
