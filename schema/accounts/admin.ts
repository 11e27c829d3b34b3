import { Field, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Admin as AdminOf, NewAdmin, RoleChange } from '../../src/users/admins.js'
import { Account } from './account.js'
import { Role } from '../enums.js'
import { InputRule } from '../input-rule.js'
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

@InputRule(z.object({ username: rules.username, email: rules.ownEmail, password: rules.newPassword }))
@InputType()
export class CreateAdminInput implements NewAdmin {
  @Field(() => String)
  readonly username!: string

  @Field(() => String)
  readonly email!: string

  @Field(() => String)
  readonly password!: string
}

export const CreateAdminPayload = payloadType('CreateAdminPayload', { admin: () => Admin })

@InputRule(z.object({ email: rules.knownEmail, role: z.enum(Role) }))
@InputType()
export class SetRoleInput {
  @Field(() => String)
  readonly email!: string

  @Field(() => Role)
  readonly role!: Role
}

@ObjectType()
export class SetRolePayload implements Pick<RoleChange, 'changed' | 'adminCount'> {
  @Field(() => Boolean, { description: 'False if nothing changed.' })
  readonly changed!: boolean

  @Field(() => Admin)
  readonly admin!: Admin

  @Field(() => Int, { description: 'The number of administrators after the change.' })
  readonly adminCount!: number
}
