import { Field, Float, ID, ObjectType } from 'type-graphql'
import { DateTime } from '../date-time.js'
import { DataExportStatus } from '../enums.js'

@ObjectType({ description: "An archive of an account's data." })
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

  @Field(() => DateTime, { description: 'When the archive is deleted: 24 hours after it became READY.' })
  readonly expiresAt!: number
}

@ObjectType()
export class ExportMyDataPayload {
  @Field(() => DataExport)
  dataExport!: DataExport
}

@ObjectType()
export class CreateDataExportLinkPayload {
  @Field(() => String, { description: 'The address of the archive. It needs no token, and can be used once.' })
  url!: string

  @Field(() => DateTime)
  expiresAt!: number
}
