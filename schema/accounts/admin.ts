import { Field, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Admin as AdminOf, RoleChange } from '../../src/users/admins.js'
import { Account } from './account.js'
import { Role } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

// of the service schema only: operations of the operator

@ObjectType({ description: 'An account with its administrator role.' })
export class Admin implements Pick<AdminOf, 'isAdmin' | 'isGranted' | 'isListed'> {
  @Field(() => Account)
  readonly account!: Account

  @Field(() => Boolean, {
    description:
      'Whether the account is an administrator: `isGranted`, or `isListed` with an address that its owner has proved.',
  })
  readonly isAdmin!: boolean

  @Field(() => Boolean)
  readonly isGranted!: boolean

  @Field(() => Boolean, { description: 'Whether the setting `ADMIN_EMAILS` contains its address, proved or not.' })
  readonly isListed!: boolean
}

export const CreateAdminInput = inputType(
  'CreateAdminInput',
  z.object({ username: rules.username, email: rules.ownEmail, password: rules.newPassword }),
)
export type CreateAdminInput = InputOf<typeof CreateAdminInput>

export const CreateAdminPayload = payloadType('CreateAdminPayload', { admin: () => Admin })

export const SetRoleInput = inputType('SetRoleInput', z.object({ email: rules.knownEmail, role: z.enum(Role) }))
export type SetRoleInput = InputOf<typeof SetRoleInput>

@ObjectType()
export class SetRolePayload implements Pick<RoleChange, 'changed' | 'adminCount'> {
  @Field(() => Boolean, { description: 'False if nothing changed.' })
  readonly changed!: boolean

  @Field(() => Admin)
  readonly admin!: Admin

  @Field(() => Int, { description: 'The number of administrators after the change.' })
  readonly adminCount!: number
}
