import { z } from 'zod'
import type { ProfileAnswerFragment } from '../operations/operations.generated.js'
import { shapes } from '../rows/shapes.js'
import { Membership } from '../../schema/enums.js'

/** The profile object (contract: users.8). */
export const profileShape = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  membershipType: z.enum(Membership),
  createdAt: shapes.instant,
})

/** With what the caller alone sees. */
export const ownProfileShape = profileShape.extend({ timeZone: z.string().nullable() })

export function profileBody(account: Omit<ProfileAnswerFragment, 'timeZone'>): z.output<typeof profileShape> {
  const { id, username, email, profileImageUrl, membership, createdAt } = account
  return { id: Number(id), username, email, profileImageUrl, membershipType: membership, createdAt }
}

export function ownProfileBody(account: ProfileAnswerFragment): z.output<typeof ownProfileShape> {
  return { ...profileBody(account), timeZone: account.timeZone }
}
