import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { SettingSource as Source } from '../../src/installation-settings/installation-setting.js'
import type { ModelSettings as Settings } from '../../src/installation-settings/model-settings.js'
import type { ModelAccess as Access } from '../../src/usage/terms.js'
import type { MembershipType } from '../../src/users/user.js'
import { DateTime } from '../date-time.js'
import { Membership, SettingSource } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'Whether the accounts of a membership can use a model. Administrators can use all models.' })
export class ModelAccess implements Access {
  @Field(() => Membership)
  readonly membership!: MembershipType

  @Field(() => Boolean)
  readonly included!: boolean

  @Field(() => SettingSource, {
    description: 'ENVIRONMENT: the file of `MEMBERSHIP_POLICY_FILE` gives the models of the membership.',
  })
  readonly source!: Source
}

@ObjectType({ description: 'The settings of a model that administrators can change while the server runs.' })
export class ModelSettings implements Settings {
  @Field(() => String, { description: 'The name of the model, as in `models`.' })
  readonly model!: string

  @Field(() => Boolean, {
    description: 'Whether people can use the model. Settings of one that is no longer configured have no effect.',
  })
  readonly offered!: boolean

  @Field(() => String, { description: 'The name for people. Without one it is the name of the model.' })
  readonly label!: string

  @Field(() => SettingSource, { description: 'ENVIRONMENT: `HOSTED_MODELS` gives the label.' })
  readonly labelSource!: Source

  @Field(() => [ModelAccess], { description: 'Of each membership.' })
  readonly access!: readonly Access[]

  @Field(() => DateTime, { nullable: true, description: 'Null while no administrator has changed the model.' })
  readonly changedAt!: number | null
}

export const SetModelSettingsInput = inputType(
  'SetModelSettingsInput',
  z.object({
    model: z.string().max(64).describe('The name of the model.'),
    label: rules.modelLabel
      .nullish()
      .describe('1 to 100 characters on one line. Null removes it, an absent one stays as it is.'),
    memberships: z
      .array(z.enum(Membership))
      .max(100)
      .nullish()
      .describe(
        'The memberships whose accounts can use the model; an empty list: administrators alone. Null: all, as without a setting; an absent list stays as it is.',
      ),
  }),
  { types: { memberships: () => [Membership] } },
)
export type SetModelSettingsInput = InputOf<typeof SetModelSettingsInput>

export const SetModelSettingsPayload = payloadType('SetModelSettingsPayload', { settings: () => ModelSettings })
