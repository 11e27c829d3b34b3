import { Field, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Finding as FindingOf, FindingsPage as PageOf } from '../../src/doctor/finding.js'
import { type FindingKind, findingKinds, type StorePart, storeParts } from '../../src/doctor/finding-kinds.js'
import { enumType } from '../enum-type.js'
import { type InputOf, inputType } from '../input-type.js'

const StorePartType = enumType('StorePart', storeParts, { description: 'A part of the stores that can be examined.' })
const FindingKindType = enumType(
  'FindingKind',
  findingKinds.map(({ kind }) => kind),
  { description: 'The kind of a finding.' },
)

const minAgeDescription =
  'Items younger than this are skipped, in milliseconds. Default: 300000; a smaller value is FORBIDDEN for administrators.'
const minAgeMs = z.int().min(0).nullish()

export const ExamineInput = inputType(
  'ExamineInput',
  z.object({
    part: z.enum(StorePartType),
    after: z.string().max(255).nullish().describe('The `next` of the previous page; absent for the first one.'),
    minAgeMs: minAgeMs.describe(minAgeDescription),
  }),
  { types: { minAgeMs: () => Int } },
)
export type ExamineInput = InputOf<typeof ExamineInput>

@ObjectType({ description: 'An inconsistency between the stores, or within one.' })
export class Finding implements FindingOf {
  @Field(() => StorePartType)
  readonly part!: StorePart

  @Field(() => FindingKindType)
  readonly kind!: FindingKind

  @Field(() => String, { description: 'Identifies the item within its part.' })
  readonly subject!: string

  @Field(() => String, { description: 'A sentence that describes the finding.' })
  readonly detail!: string

  // on the wire: account
  readonly ownerId?: number | undefined
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
    part: z.enum(StorePartType),
    kind: z.enum(FindingKindType),
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
