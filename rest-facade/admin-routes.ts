import { z } from 'zod'
import { AppError } from '../src/errors.js'
import type { ErrorAnswer } from '../src/http/http-error.js'
import { json } from './answers.js'
import { pageFields, pageQuery, readList } from './pages.js'
import { noInput, route, runRoute } from './route.js'
import type { Route } from './route.js'
import { AllCharactersDocument, UserStatsDocument } from './service-operations.generated.js'
import type { AllCharactersQuery } from './service-operations.generated.js'

/** Every documented endpoint of the admin dashboard service (contract 000). Its listener has decided who may call. */
export const adminRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/admin/users/stats',
    token: 'optional',
    operation: UserStatsDocument,
    request: noInput,
    variables: () => ({}),
    answer: ({ userStats }) => {
      if (!userStats) throw new AppError('INTERNAL_SERVER_ERROR')
      const { totalUsers, activeUsers, memberships } = userStats
      const membershipStats = memberships.map(({ membership, count }) => ({ membership_type: membership, count }))
      return json({ totalUsers, activeUsers, membershipStats })
    },
  }),
  runRoute({
    method: 'get',
    path: '/api/admin/characters',
    token: 'optional',
    request: z.object({ query: z.object(pageQuery) }),
    fields: pageFields,
    run: async ({ query }, execute) => {
      const { nodes, nextCursor } = await readList(query, async (page) => {
        const { allCharacters } = await execute(AllCharactersDocument, page)
        if (!allCharacters) throw new AppError('INTERNAL_SERVER_ERROR')
        return allCharacters
      })
      return json(nodes.map(characterRow), nextCursor)
    },
  }),
]

/** The documented failure of both endpoints: 500 with `error`, also when a store is away. Refusals keep their own form. */
export function adminFailure(answer: ErrorAnswer): Pick<ErrorAnswer, 'status'> & { readonly body: object } {
  const { status, body } = answer
  return status < 500 ? answer : { status: 500, body: { error: body.detail } }
}

type Character = NonNullable<AllCharactersQuery['allCharacters']>['nodes'][number]

/** The columns of the documented table under their own names, and the owner's name (decisions 7). */
function characterRow(character: Character): object {
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
