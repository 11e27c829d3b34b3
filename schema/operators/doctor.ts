import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { z } from 'zod'
import type { Finding as FindingOf, FindingsPage as PageOf } from '../../src/doctor/finding.js'
import type { FindingKind, StorePart } from '../../src/doctor/finding-kinds.js'
import { type InputOf, inputType } from '../input-type.js'

export const StoreParts = {
  RECORDS: 'records',
  LOGS: 'logs',
  REMNANTS: 'remnants',
  SEARCH: 'search',
  REPLIES: 'replies',
  IMAGES: 'images',
  FILES: 'files',
  CHARACTERS: 'characters',
  ACCOUNTS: 'accounts',
  PURGES: 'purges',
} as const satisfies Readonly<Record<string, StorePart>>
registerEnumType(StoreParts, { name: 'StorePart', description: 'A part of the stores that can be examined.' })

export const FindingKinds = {
  RECORD_WITHOUT_LOG: 'record-without-log',
  LOG_WITHOUT_RECORD: 'log-without-record',
  ENTRIES_WITHOUT_LOG: 'entries-without-log',
  ENTRY_NOT_INDEXED: 'entry-not-indexed',
  REPLY_WITHOUT_ROOM: 'reply-without-room',
  IMAGE_WITHOUT_FILE: 'image-without-file',
  FILE_WITHOUT_IMAGE: 'file-without-image',
  PICTURE_WITHOUT_IMAGE: 'picture-without-image',
  STUCK_PURGE: 'stuck-purge',
  UNKNOWN_PURGE: 'unknown-purge',
} as const satisfies Readonly<Record<string, FindingKind>>
registerEnumType(FindingKinds, { name: 'FindingKind', description: 'The kind of a finding.' })

const minAgeDescription =
  'Items younger than this are skipped, in milliseconds. Default: 300000; a smaller value is FORBIDDEN for administrators.'
const minAgeMs = z.int().min(0).nullish()

export const ExamineInput = inputType(
  'ExamineInput',
  z.object({
    part: z.enum(StoreParts),
    after: z.string().max(255).nullish().describe('The `next` of the previous page; absent for the first one.'),
    minAgeMs: minAgeMs.describe(minAgeDescription),
  }),
  { types: { minAgeMs: () => Int } },
)
export type ExamineInput = InputOf<typeof ExamineInput>

@ObjectType({ description: 'An inconsistency between the stores, or within one.' })
export class Finding implements FindingOf {
  @Field(() => StoreParts)
  readonly part!: StorePart

  @Field(() => FindingKinds)
  readonly kind!: FindingKind

  @Field(() => String, { description: 'Identifies the item within its part.' })
  readonly subject!: string

  @Field(() => String, { description: 'A sentence that describes the finding.' })
  readonly detail!: string
}

@ObjectType({ description: 'The findings among some items of a part.' })
export class FindingsPage implements PageOf {
  @Field(() => Int, { description: 'The number of items that were examined.' })
  readonly examined!: number

  @Field(() => [Finding])
  readonly findings!: Finding[]

  @Field(() => String, { nullable: true, description: 'The `after` of the next page; null at the end.' })
  readonly next!: string | null
}

export const RepairInput = inputType(
  'RepairInput',
  z.object({
    part: z.enum(StoreParts),
    kind: z.enum(FindingKinds),
    subject: z.string().max(255),
    minAgeMs: minAgeMs.describe(minAgeDescription),
  }),
  { types: { minAgeMs: () => Int } },
)
export type RepairInput = InputOf<typeof RepairInput>

@ObjectType()
export class RepairPayload {
  @Field(() => Boolean, {
    description: 'False if the item is not, or no longer, a finding of this kind, or if it cannot be repaired now.',
  })
  readonly repaired!: boolean
}
