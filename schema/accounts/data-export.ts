import { Field, Float, ID, ObjectType } from 'type-graphql'
import { DateTime } from '../date-time.js'
import { DataExportStatus } from '../enums.js'
import { payloadType } from '../payload-type.js'

@ObjectType({ description: "An export of an account's data: a ZIP archive and its state." })
export class DataExport {
  @Field(() => ID)
  readonly id!: string

  @Field(() => DataExportStatus)
  readonly status!: DataExportStatus

  @Field(() => Float, { description: 'The share of the rooms and images that are written, 0 to 1.' })
  progress!: number

  readonly done!: number
  readonly total!: number

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, {
    description: 'When the export is deleted with its archive: 24 hours after it became READY.',
  })
  readonly expiresAt!: number
}

export const ExportMyDataPayload = payloadType('ExportMyDataPayload', { dataExport: () => DataExport })

@ObjectType()
export class CreateDataExportLinkPayload {
  @Field(() => String, {
    description:
      'The address of the archive. It needs no token, can be used once, and ends with all sessions of the account.',
  })
  url!: string

  @Field(() => DateTime)
  expiresAt!: number
}
