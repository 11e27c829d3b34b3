import { z } from 'zod'
import { json } from './answers.js'
import type { Line } from './lines.js'
import { UsersDocument } from './operations.generated.js'
import { pageFields, pageQuery, readList } from './pages.js'
import { profileBody, profileShape } from './profile-body.js'
import { runRoute } from './route.js'
import type { Route } from './route.js'

/** The list of the 0.1 line's user service; its other half is an alias of `register`. */
export const userListRoutes = (line: Line): readonly Route[] => (line.has('userList') ? [listUsers] : [])

const listUsers = runRoute({
  about: { id: 'listUsers', tag: 'users', summary: 'List all accounts', clause: 'decisions 6' },
  method: 'get',
  path: '/api/users',
  token: 'required',
  request: z.object({ query: z.object(pageQuery) }),
  answers: z.array(profileShape),
  refuses: { forbidden: 'A caller who is no administrator.' },
  fields: pageFields,
  run: async ({ query }, execute) => {
    const { nodes, nextCursor } = await readList(query, async (page) => {
      const { users } = await execute(UsersDocument, page)
      return users ?? nobody
    })
    return json(nodes.map(profileBody), nextCursor)
  },
})

const nobody = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } as const
