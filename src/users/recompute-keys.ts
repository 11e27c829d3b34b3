import { keysOf, type Logger } from '@parley/runtime'
import { type Database, everyRow, longWork, moreThan, not, type Queries, type Where } from '@parley/statements'
import { InstallationTable } from '../database/tables/installation.js'
import { UserTable } from '../database/tables/users.js'
import { keyForm, sharedKey } from './canonical.js'
import { keyColumns, type KeyColumn } from './find-account.js'
import type { User } from './user.js'

interface Change {
  readonly userId: number
  readonly column: KeyColumn
  readonly text: string
  readonly key: string
}

const pageSize = 1_000
const columns = keysOf(keyColumns)
const accountColumns = ['id', 'username', 'usernameKey', 'handle', 'handleKey', 'email', 'emailKey'] as const

/**
 * Recomputes the keys of all accounts after their form has changed (ADR 0058), in one transaction, so a crash changes
 * nothing. Of accounts that would share a key, the one whose key has not changed keeps it, else the oldest gets it. The
 * others keep their name and address, and are found by exactly these; the log names both accounts.
 */
export async function recomputeKeys(database: Database, log: Logger): Promise<void> {
  const isCurrent = async (db: Queries, lock?: 'update') => {
    const installation = await db.selectOne(InstallationTable, {}, { lock })
    return (installation?.keyForm ?? keyForm) >= keyForm
  }
  if (await database.read((db) => isCurrent(db))) return
  await database.write(async (db) => {
    // another instance may have been first
    if (await isCurrent(db, 'update')) return
    const changes = await changesIn(db)
    // before any new key is assigned: another account may get the key that this one gives up
    for (const { userId, column, text } of changes)
      await db.update(UserTable, { id: userId }, { [column]: sharedKey(text) })
    for (const change of changes) await assign(db, change, log)
    await db.update(InstallationTable, everyRow, { keyForm })
  }, longWork)
}

async function changesIn(db: Queries): Promise<Change[]> {
  const changes: Change[] = []
  for (let last = 0; ;) {
    const selection = { columns: accountColumns, orderBy: { id: 'asc' }, limit: pageSize } as const
    const page = await db.select(UserTable, { id: moreThan(last) }, selection)
    for (const account of page) {
      for (const column of columns) {
        const { text: source, canonical } = keyColumns[column]
        const text = account[source]
        const key = text === null ? null : canonical(text)
        if (text !== null && key !== null && key !== account[column])
          changes.push({ userId: account.id, column, text, key })
      }
    }
    const end = page.at(-1)
    if (!end) return changes
    last = end.id
  }
}

async function assign(db: Queries, { userId, column, key }: Change, log: Logger): Promise<void> {
  const others = { id: not(userId) }
  // usernames and handles share one namespace
  const where: Where<User> =
    column === 'emailKey'
      ? { emailKey: key, ...others }
      : [
          { usernameKey: key, ...others },
          { handleKey: key, ...others },
        ]
  const holder = await db.selectOne(UserTable, where, { columns: ['id'], orderBy: { id: 'asc' } })
  if (holder) log.warn({ userId, holderId: holder.id, field: keyColumns[column].text }, 'account_key.shared')
  else await db.update(UserTable, { id: userId }, { [column]: key })
}
