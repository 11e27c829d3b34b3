import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { AppError } from '../src/errors.js'
import { refusals } from '../src/http/http-error.js'
import { lenient } from '../src/http/lenient.js'
import { json, text } from './answers.js'
import {
  MembershipDocument,
  ProfileDocument,
  UpdateMembershipDocument,
  UpdateProfileDocument,
} from './operations.generated.js'
import type { ProfileAnswerFragment, UpdateMembershipMutationVariables } from './operations.generated.js'
import { noInput, route } from './route.js'
import type { Route } from './route.js'

type Membership = UpdateMembershipMutationVariables['membership']

const updateRequest = z.object({
  body: z.object({ username: lenient.optional(rules.username), email: lenient.optional(rules.email) }),
})

const membershipRequest = z.object({ body: z.object({ membershipType: z.string() }) })

export const profileRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/users/profile',
    token: 'required',
    operation: ProfileDocument,
    request: noInput,
    variables: () => ({}),
    answer: ({ me }) => json(profileBody(stillThere(me))),
  }),
  route({
    method: 'put',
    path: '/api/users/profile',
    token: 'required',
    operation: UpdateProfileDocument,
    request: updateRequest,
    takesMultipart: true,
    variables: ({ body }) => ({ input: body }),
    answer: ({ updateProfile: { account } }) => json(profileBody(account)),
  }),
  route({
    method: 'get',
    path: '/api/users/membership',
    token: 'required',
    operation: MembershipDocument,
    request: noInput,
    variables: () => ({}),
    answer: ({ me }) => {
      const { membership } = stillThere(me)
      return json({ membership, membershipType: membership })
    },
  }),
  route({
    method: 'put',
    path: '/api/users/membership',
    token: 'required',
    operation: UpdateMembershipDocument,
    request: membershipRequest,
    fields: { membership: ['body', 'membershipType'] },
    variables: ({ body }) => ({ membership: membershipOf(body.membershipType) }),
    answer: ({ updateMembership: { account } }) => text(`The membership is ${account.membership}`),
  }),
]

function profileBody({ id, username, email, profileImageUrl, membership, createdAt }: ProfileAnswerFragment): object {
  return { id: Number(id), username, email, profileImageUrl, membershipType: membership, createdAt }
}

function membershipOf(word: string): Membership {
  if (word !== 'BASIC' && word !== 'VIP') throw refusals.badRequest('The membership must be BASIC or VIP')
  return word
}

/** The account may go between the token check and the read. */
function stillThere<T>(me: T | null): T {
  if (me === null) throw new AppError('UNAUTHENTICATED')
  return me
}
