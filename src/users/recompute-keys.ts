import { Not } from 'typeorm'
import type { EntityManager } from 'typeorm'
import type { Database } from '../database/database.js'
import { selectRows } from '../database/statements/select-rows.js'
import { InstallationTable } from '../database/tables/installation.js'
import { UserTable } from '../database/tables/users.js'
import type { Logger } from '../logger.js'
import { keyForm, sharedKey } from './canonical.js'
import { keyColumns } from './find-account.js'
import type { KeyColumn } from './find-account.js'

interface Change {
  readonly userId: number
  readonly column: KeyColumn
  readonly text: string
  readonly key: string
}

const pageSize = 1_000
const columns = Object.keys(keyColumns) as KeyColumn[]
const installations = selectRows(InstallationTable)
const accounts = selectRows(UserTable, ['id', 'username', 'usernameKey', 'handle', 'handleKey', 'email', 'emailKey'])

/**
 * Makes the keys of all accounts anew after their form has changed (ADR 0058), in one write: a crash leaves them as they were. Of
 * accounts that come to share a key, the one whose key has not changed has it, else the oldest. The others keep their name and address,
 * are found by exactly these, and a line of the log names both.
 */
export async function recomputeKeys(database: Database, log: Logger): Promise<void> {
  const isCurrent = async (em: EntityManager, lock?: 'update') => {
    const [installation] = await installations(em, { where: [], ...(lock === undefined ? {} : { lock }) })
    return (installation?.keyForm ?? keyForm) >= keyForm
  }
  if (await database.read((em) => isCurrent(em))) return
  await database.write(async (em) => {
    // another instance may have been quicker
    if (await isCurrent(em, 'update')) return
    const changes = await changesIn(em)
    // first of all: what one account gives up another may get
    for (const { userId, column, text } of changes)
      await em.update(UserTable, { id: userId }, { [column]: sharedKey(text) })
    for (const change of changes) await assign(em, change, log)
    await em.updateAll(InstallationTable, { keyForm })
  })
}

async function changesIn(em: EntityManager): Promise<Change[]> {
  const changes: Change[] = []
  for (let last = 0; ;) {
    const page = await accounts(em, {
      where: [{ column: 'id', is: '>', value: last }],
      orderBy: { column: 'id', descending: false },
      limit: pageSize,
    })
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

async function assign(em: EntityManager, { userId, column, key }: Change, log: Logger): Promise<void> {
  const others = { id: Not(userId) }
  const holder = await em.findOne(UserTable, {
    // usernames and handles are asked for in one place
    where:
      column === 'emailKey'
        ? { emailKey: key, ...others }
        : [
            { usernameKey: key, ...others },
            { handleKey: key, ...others },
          ],
    order: { id: 'ASC' },
  })
  if (holder) log.warn({ userId, holderId: holder.id, field: keyColumns[column].text }, 'account_key.shared')
  else await em.update(UserTable, { id: userId }, { [column]: key })
}
