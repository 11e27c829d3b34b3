import type { FieldFault } from '@parley/runtime'
import { type Conditions, not, oneOf, type Queries } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import { canonicalName, sharedKey } from './canonical.js'
import { keyColumns, type KeyColumn } from './find-account.js'
import { refusedInput } from './refused-input.js'
import type { User } from './user.js'

/** Names and an address in their unique form; absent: not requested. */
type Claim = Readonly<Partial<Record<KeyColumn, string>>>

interface RequestedNames {
  readonly username?: string | null | undefined
  readonly handle?: string | null | undefined
  readonly email?: string | null | undefined
}

/**
 * The keys of the requested names and address. An account that shares a key (recompute-keys.ts) keeps its name and
 * address. Throws BAD_USER_INPUT with `taken` for names and addresses of accounts other than `ownId`.
 */
export async function requireFree(db: Queries, request: RequestedNames, ownId?: number): Promise<Claim> {
  const others = ownId === undefined ? {} : { id: not(ownId) }
  const claim: Partial<Record<KeyColumn, string>> = {}
  const fields: FieldFault[] = []
  for (const column of columns) {
    const { text: name, canonical } = keyColumns[column]
    const text = request[name]
    if (typeof text !== 'string') continue
    const key = canonical(text)
    const own = sharedKey(text)
    const isTaken = await (column === 'emailKey'
      ? db.exists(UserTable, { emailKey: oneOf([key, own]), ...others })
      : isName(db, text, others))
    const isKept = isTaken && ownId !== undefined && (await db.exists(UserTable, { id: ownId, [column]: own }))
    claim[column] = isKept ? own : key
    if (isTaken && !isKept) fields.push({ path: ['input', name], rule: 'taken', message: messages[name] })
  }
  if (fields.length > 0) throw refusedInput(fields)
  return claim
}

const columns = ['usernameKey', 'handleKey', 'emailKey'] as const
const messages = {
  username: 'This username is taken',
  handle: 'This name is taken',
  email: 'This e-mail address is taken',
} as const

/** Whether an account has this name, as its username or its handle: both share one namespace. */
export function isName(db: Queries, name: string, others: Conditions<User> = {}): Promise<boolean> {
  const keys = oneOf([canonicalName(name), sharedKey(name)])
  return db.exists(UserTable, [
    { usernameKey: keys, ...others },
    { handleKey: keys, ...others },
  ])
}
