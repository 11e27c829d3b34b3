import { z } from 'zod'
import type { Line } from '../contract/lines.js'
import { UsersDocument } from '../operations/operations.generated.js'
import { answerList, noRows, pageFields, pageQuery } from '../rows/pages.js'
import { profileBody, profileShape } from './profile-body.js'
import { runRoute, type Route } from '../rows/route.js'

/** The user list of the 0.1 line; the registration of that service is an alias of `register`. */
export const userListRoutes = (line: Line): readonly Route[] => (line.has('userList') ? [listUsers] : [])

const listUsers = runRoute({
  about: { id: 'listUsers', tag: 'users', summary: 'List all accounts' },
  method: 'get',
  path: '/api/users',
  token: 'required',
  request: z.object({ query: z.object(pageQuery) }),
  answers: z.array(profileShape),
  refuses: { forbidden: 'The caller is not an administrator.' },
  fields: pageFields,
  run: ({ query }, execute) =>
    answerList(
      query,
      async (page) => (await execute(UsersDocument, page)).users ?? noRows,
      (nodes) => nodes.map(profileBody),
    ),
})
