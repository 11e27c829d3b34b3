import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { DateTime } from '../date-time.js'
import { RoomExportFormat } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { rules } from '../rules.js'

export const CreateRoomExportLinkInput = inputType(
  'CreateRoomExportLinkInput',
  z.object({
    roomId: z.string(),
    format: z.enum(RoomExportFormat),
    timeZone: rules.timeZone
      .nullish()
      .describe(
        'The IANA time zone of the times in a file of Markdown, in any case, such as `Europe/Berlin`. Default: that of the account, else `UTC`.',
      ),
  }),
  { types: { roomId: () => ID } },
)
export type CreateRoomExportLinkInput = InputOf<typeof CreateRoomExportLinkInput>

@ObjectType()
export class CreateRoomExportLinkPayload {
  @Field(() => String, {
    description:
      'The address of the file, which GET downloads. It needs no token, works as often as it is requested, and ends with the session of the caller. The connection is closed before the end of the file when the room is deleted meanwhile, or access to it ends.',
  })
  readonly url!: string

  @Field(() => DateTime, { description: 'Five minutes later; a download that has begun goes on.' })
  readonly expiresAt!: number
}
