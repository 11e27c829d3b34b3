import { z } from 'zod'
import { json, required } from '../rows/answers.js'
import type { Line } from '../contract/lines.js'
import { answerList } from '../rows/pages.js'
import { noInput, plainRoute, runRoute, type Route } from '../rows/route.js'
import {
  StoredUsersDocument,
  StoreTablesDocument,
  type StoredUsersQuery,
} from '../operations/service-operations.generated.js'
import { shapes } from '../rows/shapes.js'
import { Membership } from '../../schema/enums.js'

/** The documented columns of an account, without the password. */
const userColumns = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  membership_type: z.enum(Membership),
  email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  created_at: shapes.instant,
  updated_at: shapes.instant,
})

const refuses = { forbidden: 'The caller is neither an administrator nor a service.' } as const

const tables = plainRoute({
  about: { id: 'listTables', tag: 'tables', summary: 'List the tables of the relational store' },
  method: 'get',
  path: '/sqldb/tables',
  token: 'required',
  answers: z.object({ Tables: z.array(z.string()) }),
  refuses,
  operation: StoreTablesDocument,
  answer: (data) => json({ Tables: [...data.tables] }),
})

const users = runRoute({
  about: { id: 'listStoredUsers', tag: 'tables', summary: 'List the rows of the users table' },
  method: 'get',
  path: '/sqldb/users',
  token: 'required',
  request: noInput,
  answers: z.object({ Users: z.array(userColumns) }),
  refuses,
  run: (_, execute) =>
    answerList(
      {},
      async (page) => required((await execute(StoredUsersDocument, page)).users, 'INTERNAL_SERVER_ERROR'),
      (nodes) => ({ Users: nodes.map(userRow) }),
      'Users',
    ),
})

type StoredUser = NonNullable<StoredUsersQuery['users']>['nodes'][number]

function userRow(user: StoredUser): z.output<typeof userColumns> {
  return {
    id: Number(user.id),
    username: user.username,
    email: user.email,
    membership_type: user.membership,
    email_verified: user.emailVerified,
    profile_image_url: user.profileImageUrl,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }
}

/** The relational tables on line 0.4 (contract: earlier-lines.3). Never served without a credential. */
export const storeTablesRoutes = (line: Line): readonly Route[] => (line.has('storeTables') ? [tables, users] : [])
