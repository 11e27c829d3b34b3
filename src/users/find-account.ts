import { oneOf, type Queries } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, canonicalName, sharedKey } from './canonical.js'
import type { User } from './user.js'

/** The columns that identify an account, each with its text and its canonical form. */
export const keyColumns = {
  usernameKey: { text: 'username', canonical: canonicalName },
  handleKey: { text: 'handle', canonical: canonicalName },
  emailKey: { text: 'email', canonical: canonicalAddress },
} as const

export type KeyColumn = keyof typeof keyColumns

/**
 * The account with this name or address, in any spelling. If two accounts share it (recompute-keys.ts), the one with
 * exactly this spelling. `lock` keeps it unchanged until the transaction ends.
 */
export async function findAccount(
  db: Queries,
  { column, text, lock = false }: { column: KeyColumn; text: string; lock?: boolean },
): Promise<User | undefined> {
  // no account contains NUL, and PostgreSQL refuses such a query
  if (text.includes('\0')) return undefined
  const own = sharedKey(text)
  const where = { [column]: oneOf([own, keyColumns[column].canonical(text)]) }
  const found = await db.select(UserTable, where, { lock: lock ? 'update' : undefined })
  return found.find((account) => account[column] === own) ?? found[0]
}
