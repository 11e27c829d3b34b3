import { oneOf } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, canonicalName, sharedKey } from './canonical.js'
import type { User } from './user.js'

/** The columns that an account is found by, each with what it is the key of. */
export const keyColumns = {
  usernameKey: { text: 'username', canonical: canonicalName },
  handleKey: { text: 'handle', canonical: canonicalName },
  emailKey: { text: 'email', canonical: canonicalAddress },
} as const

export type KeyColumn = keyof typeof keyColumns

/**
 * The account with this name or address, in any spelling. Where two have it (recompute-keys.ts), the one whose own spelling it is. With
 * `lock` it stays as it is until the write ends.
 */
export async function findAccount(
  db: Queries,
  { column, text, lock = false }: { column: KeyColumn; text: string; lock?: boolean },
): Promise<User | undefined> {
  // no account has a NUL in it, and PostgreSQL refuses the question
  if (text.includes('\0')) return undefined
  const own = sharedKey(text)
  const where = { [column]: oneOf([own, keyColumns[column].canonical(text)]) }
  const found = await db.select(UserTable, where, { lock: lock ? 'update' : undefined })
  return found.find((account) => account[column] === own) ?? found[0]
}
