import { z } from 'zod'
import { lenient, refusals } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, required, text } from '../rows/answers.js'
import {
  MembershipDocument,
  ProfileDocument,
  UpdateMembershipDocument,
  UpdateProfileDocument,
} from '../operations/operations.generated.js'
import { imageOf, unfitImage } from '../characters/images-routes.js'
import { ownProfileBody, ownProfileShape } from './profile-body.js'
import { notByKey } from '../rows/not-by-key.js'
import { noInput, plainRoute, route, runRoute, type Route } from '../rows/route.js'
import { Membership } from '../../schema/enums.js'

const updateRequest = z.object({
  body: z.object({
    username: lenient.optional(rules.username),
    email: lenient.optional(rules.ownEmail),
    imageId: lenient.optional(rules.imageId),
    timeZone: lenient
      .optional(rules.timeZone)
      .describe('The IANA time zone of the dates that the assistant reads, such as `Europe/Berlin`.'),
  }),
})

const profileImage = { name: 'profileImage', oversizeIsFileFault: true } as const

/** Another text is 400, not 422 (contract: users.14, admin.6). */
export const membershipType = z.string().meta({ enum: Object.keys(Membership) })

export const noSuchLevel = 'The level is neither `BASIC` nor `VIP`.'

const membershipRequest = z.object({ body: z.object({ membershipType }) })

const level = z.object({ membership: z.enum(Membership), membershipType: z.enum(Membership) })

export const profileRoutes: readonly Route[] = [
  plainRoute({
    about: { id: 'readProfile', tag: 'users', summary: 'Read the caller’s profile' },
    method: 'get',
    path: '/api/users/profile',
    token: 'required',
    operation: ProfileDocument,
    answers: ownProfileShape,
    answer: ({ me }) => json(ownProfileBody(required(me, 'UNAUTHENTICATED'))),
  }),
  runRoute({
    about: {
      id: 'updateProfile',
      tag: 'users',
      summary: 'Change the caller’s profile',
      details:
        'An absent field keeps its value. A new e-mail address is not verified, unless it differs in upper and lower case only.',
    },
    method: 'put',
    path: '/api/users/profile',
    token: 'required',
    request: updateRequest,
    answers: ownProfileShape,
    refuses: {
      forbidden: notByKey,
      badRequest: `The username or e-mail address is in use. ${unfitImage}`,
      conflict:
        'The caller is the last administrator that can sign in, by its e-mail address alone (`ADMIN_EMAILS`), and would change it.',
    },
    names: { imageId: ['image_id'], timeZone: ['time_zone'] },
    file: profileImage,
    run: async ({ body: { imageId, ...names } }, execute, { upload }) => {
      const image = await upload.store({ operation: 'updateProfile', key: undefined })
      // a null counts as an absent key here (contract: users.10) and must not remove the present value
      const input = { ...names, ...(imageId === undefined ? {} : { imageId }), ...imageOf(image) }
      const { updateProfile } = await execute(UpdateProfileDocument, { input })
      return json(ownProfileBody(updateProfile.account))
    },
  }),
  runRoute({
    about: {
      id: 'setProfileImage',
      tag: 'users',
      summary: 'Set the caller’s profile image',
      details: 'The previous image is deleted.',
    },
    method: 'post',
    path: '/api/users/profile/image',
    token: 'required',
    request: noInput,
    answers: z.object({ success: z.boolean(), imageUrl: z.string().nullable(), message: z.string() }),
    refuses: {
      forbidden: notByKey,
      badRequest: unfitImage,
    },
    file: { ...profileImage, isRequired: true },
    run: async (_request, execute, { upload }) => {
      const { id: imageId } = await upload.require({ operation: 'setProfileImage', key: undefined })
      const { updateProfile } = await execute(UpdateProfileDocument, { input: { imageId } })
      const imageUrl = updateProfile.account.profileImageUrl
      return json({ success: true, imageUrl, message: 'Profile image updated' })
    },
  }),
  plainRoute({
    about: { id: 'readMembership', tag: 'users', summary: 'Read the caller’s membership level' },
    method: 'get',
    path: '/api/users/membership',
    token: 'required',
    operation: MembershipDocument,
    answers: level,
    answer: ({ me }) => {
      const { membership } = required(me, 'UNAUTHENTICATED')
      return json({ membership, membershipType: membership })
    },
  }),
  route({
    about: {
      id: 'updateMembership',
      tag: 'users',
      summary: 'Set the caller’s membership level',
    },
    method: 'put',
    path: '/api/users/membership',
    token: 'required',
    operation: UpdateMembershipDocument,
    request: membershipRequest,
    fields: { membership: ['body', 'membershipType'] },
    answers: 'text',
    refuses: {
      badRequest: noSuchLevel,
      forbidden: 'Only administrators can set the level (`MEMBERSHIP_SELF_SERVICE`), and the caller is not one.',
    },
    variables: ({ body }) => ({ membership: membershipOf(body.membershipType) }),
    answer: ({ updateMembership: { account } }) => text(`The membership is ${account.membership}`),
  }),
]

/** @throws HttpError 400 for another word. */
export function membershipOf(word: string): Membership {
  if (word !== 'BASIC' && word !== 'VIP') throw refusals.badRequest('The membership must be BASIC or VIP')
  return word
}
