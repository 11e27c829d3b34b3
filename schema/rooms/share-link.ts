import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { OwnShareLink } from '../../src/share-links/share-links.js'
import { DateTime } from '../date-time.js'
import { payloadType } from '../payload-type.js'

@ObjectType({
  description:
    'A link to a copy of a chat: the messages and replies that the room showed when the link was made. Everyone who has the link can read it. It ends with its room and its account.',
})
export class ShareLink implements OwnShareLink {
  @Field(() => ID)
  readonly id!: string

  @Field(() => String, { description: 'The address of the copy, a page without a script.' })
  readonly url!: string

  @Field(() => String, { nullable: true, description: 'The title of the room when the link was made.' })
  readonly title!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The name of the character when the link was made; null for the assistant.',
  })
  readonly character!: string | null

  @Field(() => ID, { description: 'The UUID of the room.' })
  readonly roomId!: string

  @Field(() => Int, { description: 'The messages of the copy, each with its reply.' })
  readonly entryCount!: number

  @Field(() => Boolean, {
    description:
      'Whether the link works now: the installation has `shareLinks`, and the character is public. It works again when both hold again.',
  })
  readonly readable!: boolean

  @Field(() => DateTime)
  readonly createdAt!: number
}

export const CreateShareLinkPayload = payloadType('CreateShareLinkPayload', { shareLink: () => ShareLink })
export const RevokeShareLinkPayload = payloadType('RevokeShareLinkPayload', { revokedShareLinkId: () => ID })
