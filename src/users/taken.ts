import type { EntityManager, FindOptionsWhere } from 'typeorm'
import { Not } from 'typeorm'
import { UserTable } from '../database/tables/users.js'
import type { FieldFault } from '../errors.js'
import { canonical } from './canonical.js'
import { refusedInput } from './refused-input.js'
import type { User } from './user.js'

/** Names and an address in the form that is unique; absent: not asked for. */
export interface Claim {
  readonly usernameKey?: string
  readonly handleKey?: string
  readonly emailKey?: string
}

interface Asked {
  readonly username?: string | null | undefined
  readonly handle?: string | null | undefined
  readonly email?: string | null | undefined
}

export function claimOf({ username, handle, email }: Asked): Claim {
  return {
    ...(typeof username === 'string' ? { usernameKey: canonical(username) } : {}),
    ...(typeof handle === 'string' ? { handleKey: canonical(handle) } : {}),
    ...(typeof email === 'string' ? { emailKey: canonical(email) } : {}),
  }
}

/** Throws BAD_USER_INPUT with `taken` for what another account than `ownId` has. */
export async function requireFree(em: EntityManager, claim: Claim, ownId?: number): Promise<void> {
  const { usernameKey, handleKey, emailKey } = claim
  const others = ownId === undefined ? {} : { id: Not(ownId) }
  const fields: FieldFault[] = []
  if (usernameKey !== undefined && (await isName(em, usernameKey, others)))
    fields.push({ path: ['input', 'username'], rule: 'taken', message: 'This username is taken' })
  if (handleKey !== undefined && (await isName(em, handleKey, others)))
    fields.push({ path: ['input', 'handle'], rule: 'taken', message: 'This name is taken' })
  if (emailKey !== undefined && (await em.existsBy(UserTable, { emailKey, ...others })))
    fields.push({ path: ['input', 'email'], rule: 'taken', message: 'This e-mail address is taken' })
  if (fields.length > 0) throw refusedInput(fields)
}

/** Whether an account has this name: as its username or its handle, which are asked for in one place. */
export function isName(em: EntityManager, key: string, others: FindOptionsWhere<User> = {}): Promise<boolean> {
  return em.existsBy(UserTable, [
    { usernameKey: key, ...others },
    { handleKey: key, ...others },
  ])
}
