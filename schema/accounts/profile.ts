import { ID } from 'type-graphql'
import { z } from 'zod'
import { type InputOf, inputType } from '../input-type.js'
import { rules } from '../rules.js'
import { Account } from './account.js'
import { payloadType } from '../payload-type.js'

export const UpdateProfileInput = inputType(
  'UpdateProfileInput',
  z.object({
    username: rules.username.nullish().describe('At most 100 characters. Unique; upper and lower case count as equal.'),
    email: rules.ownEmail
      .nullish()
      .describe('At most 100 characters. Unique; upper and lower case count as equal. A new address is not verified.'),
    imageId: rules.imageId
      .nullish()
      .describe('The id of an image that the caller has uploaded by `POST /images`. Null removes the profile image.'),
    timeZone: rules.timeZone
      .nullish()
      .describe(
        'The IANA time zone of the dates that the assistant reads, in any case, such as `Europe/Berlin`. Null removes it. It is the same value as `timeZone` of `updateDefaults`, which clients of GraphQL should use; this field serves REST.',
      ),
  }),
  {
    types: { imageId: () => ID },
    description:
      'Changes to a profile. An absent field keeps its value, and so does a `username` or `email` that is null.',
  },
)
export type UpdateProfileInput = InputOf<typeof UpdateProfileInput>

export const UpdateProfilePayload = payloadType('UpdateProfilePayload', { account: () => Account })
export const UpdateMembershipPayload = payloadType('UpdateMembershipPayload', { account: () => Account })
export const SetUserMembershipPayload = payloadType('SetUserMembershipPayload', { account: () => Account })
