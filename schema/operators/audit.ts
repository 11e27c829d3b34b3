import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import {
  type AuditAction as Action,
  auditActions,
  type AuditActorKind as ActorKind,
  auditActorKinds,
  type AuditEntry as Row,
  type AuditTargetKind as TargetKind,
  auditTargetKinds,
} from '../../src/audit/audit-entry.js'
import { text } from '../../src/text-rules.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { enumType } from '../enum-type.js'
import { type InputOf, inputType } from '../input-type.js'

export const AuditAction = enumType('AuditAction', auditActions, {
  description: 'An act of an administrator or of the operator that is recorded.',
})

const AuditActorKind = enumType('AuditActorKind', auditActorKinds, {
  description: 'Who has acted.',
  values: {
    ADMINISTRATOR: 'The account of an administrator.',
    OPERATOR: 'A command of the operator, or a program with the service token.',
    PROVIDER: 'A sign-in provider whose claims decide roles and memberships.',
    INVITATION:
      'The link of an invitation or of the first administrator, with which a person has created an account. The detail `invitation` has the id of the invitation, or `set-up`.',
    RECOVERY: 'The link of a notice, with which the owner has recovered the account.',
  },
})

const AuditTargetKind = enumType('AuditTargetKind', auditTargetKinds, { description: 'What an act changes.' })

@ObjectType({ description: 'A value of an act, such as the role before it.' })
export class AuditDetail {
  @Field(() => String)
  readonly name!: string

  @Field(() => String, { nullable: true })
  readonly value!: string | null
}

@ObjectType({ description: 'An act of an administrator or of the operator. It is kept for a year and never changed.' })
export class AuditEntry implements Omit<Row, 'details' | 'searchText'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => DateTime)
  readonly occurredAt!: number

  @Field(() => AuditAction)
  readonly action!: Action

  @Field(() => AuditActorKind)
  readonly actorKind!: ActorKind

  @Field(() => ID, {
    nullable: true,
    description:
      'The account of the administrator, which may be deleted since then; null for the operator, a provider and a link.',
  })
  readonly actorId!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Its username at that time, the label of the provider, or the address of the invitation.',
  })
  readonly actorName!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The address of the request; null for a command, a provider and a link.',
  })
  readonly ipAddress!: string | null

  @Field(() => AuditTargetKind)
  readonly targetKind!: TargetKind

  @Field(() => ID)
  readonly targetId!: string

  @Field(() => String, {
    nullable: true,
    description: 'The name of the target at that time, such as the username of an account; null if it has none.',
  })
  readonly targetLabel!: string | null

  // on the wire: a list of names and values
  readonly details!: Row['details']
}

export const AuditEntryConnection = connectionOf('AuditEntry', () => AuditEntry)

export const AuditTargetInput = inputType(
  'AuditTargetInput',
  z.object({ kind: z.enum(AuditTargetKind), id: text(1, 200) }),
)
export type AuditTargetInput = InputOf<typeof AuditTargetInput>
