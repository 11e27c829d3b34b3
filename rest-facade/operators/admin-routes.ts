import { z } from 'zod'
import { type ErrorAnswer, lenient } from '@parley/edge'
import { membershipOf, membershipType, noSuchLevel } from '../accounts/profile-routes.js'
import { json, required, text } from '../rows/answers.js'
import { answerList, pageFields, pageQuery } from '../rows/pages.js'
import { plainRoute, route, runRoute, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'
import {
  AllCharactersDocument,
  SetUserMembershipDocument,
  UserStatsDocument,
  type AllCharactersQuery,
} from '../operations/service-operations.generated.js'
import { Membership } from '../../schema/enums.js'

const stats = z.object({
  totalUsers: shapes.count,
  activeUsers: shapes.count,
  membershipStats: z.array(z.object({ membership_type: z.enum(Membership), count: shapes.count })),
})

/** The columns of the documented table under their own names, with the owner's name (contract: admin.3). */
const characterColumns = z.object({
  id: shapes.rowId,
  name: z.string(),
  greeting: z.string().nullable(),
  context: z.string().nullable(),
  image_url: z.string().nullable(),
  access_level: z.boolean(),
  user_id: shapes.rowId.nullable(),
  created_at: shapes.instant,
  updated_at: shapes.instant,
  username: z.string().nullable(),
})

const refuses = {
  forbidden: 'The caller is not an administrator. Without a service token: the `Host` or `Origin` is not this machine.',
  serverError: {
    when: 'An internal error, or a store that cannot be reached.',
    body: z.object({ error: z.string() }),
  },
  databaseError: false,
} as const

/** All endpoints of the admin dashboard service. Its listener has checked access. */
export const adminRoutes: readonly Route[] = [
  plainRoute({
    about: { id: 'readUserStats', tag: 'admin', summary: 'Count the accounts' },
    method: 'get',
    path: '/api/admin/users/stats',
    token: 'none',
    answers: stats,
    refuses,
    operation: UserStatsDocument,
    answer: ({ userStats }) => {
      const { totalUsers, activeUsers, memberships } = required(userStats, 'INTERNAL_SERVER_ERROR')
      const membershipStats = memberships.map(({ membership, count }) => ({ membership_type: membership, count }))
      return json({ totalUsers, activeUsers, membershipStats })
    },
  }),
  runRoute({
    about: { id: 'listAllCharacters', tag: 'admin', summary: 'List the characters of all accounts' },
    method: 'get',
    path: '/api/admin/characters',
    token: 'none',
    answers: z.array(characterColumns),
    refuses,
    request: z.object({ query: z.object(pageQuery) }),
    fields: pageFields,
    run: ({ query }, execute) =>
      answerList(
        query,
        async (page) => required((await execute(AllCharactersDocument, page)).allCharacters, 'INTERNAL_SERVER_ERROR'),
        (nodes) => nodes.map(characterRow),
      ),
  }),
  route({
    about: {
      id: 'setUserMembership',
      tag: 'admin',
      summary: 'Set the membership level of an account',
      details: 'Also if accounts cannot set their own.',
    },
    method: 'put',
    path: '/api/admin/users/:id/membership',
    token: 'none',
    operation: SetUserMembershipDocument,
    request: z.object({ path: z.object({ id: lenient.rowId }), body: z.object({ membershipType }) }),
    fields: { id: ['path', 'id'], membership: ['body', 'membershipType'] },
    answers: 'text',
    refuses: {
      ...refuses,
      badRequest: noSuchLevel,
      notFound: 'The account does not exist.',
    },
    variables: ({ path, body }) => ({ id: String(path.id), membership: membershipOf(body.membershipType) }),
    answer: ({ setUserMembership: { account } }) => text(`The membership is ${account.membership}`),
  }),
]

/** The failure answer of both endpoints (contract: admin.4). Refusals keep their own form. */
export function adminFailure(answer: ErrorAnswer): Pick<ErrorAnswer, 'status'> & { readonly body: object } {
  const { status, body } = answer
  return status < 500 ? answer : { status: 500, body: { error: body.detail } }
}

type Character = NonNullable<AllCharactersQuery['allCharacters']>['nodes'][number]

function characterRow(character: Character): z.output<typeof characterColumns> {
  return {
    id: Number(character.id),
    name: character.name,
    greeting: character.greeting,
    context: character.context,
    image_url: character.imageUrl,
    access_level: character.visibility === 'PUBLIC',
    user_id: character.ownerId === null ? null : Number(character.ownerId),
    created_at: character.createdAt,
    updated_at: character.updatedAt,
    username: character.owner?.username ?? null,
  }
}
