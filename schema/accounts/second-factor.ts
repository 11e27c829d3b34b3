import { Field, ID, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type {
  SecondFactor as SecondFactorRow,
  SecondFactorKind as Kind,
} from '../../src/second-factors/second-factor.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { SecondFactorKind } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'What a sign-in of an account asks for beside the password or the provider.' })
export class SecondFactor implements Pick<SecondFactorRow, 'id' | 'kind' | 'name' | 'createdAt' | 'lastUsedAt'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => SecondFactorKind)
  readonly kind!: Kind

  @Field(() => String, { description: 'The name that its owner has given, 1 to 100 characters.' })
  readonly name!: string

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { nullable: true, description: 'When it last confirmed a sign-in; null before that.' })
  readonly lastUsedAt!: number | null
}

const challenge = z.string().describe('The `challenge` of the operation before it. It works once, for five minutes.')
const name = rules.secondFactorName.nullish().describe('A label, 1 to 100 characters.')

/** One of them proves a factor. */
export const factorProof = {
  code: rules.factorCode.nullish().describe('The six digits that an authenticator app shows.'),
  recoveryCode: rules.factorCode.nullish().describe('A recovery code, which is used up.'),
  passkey: rules.passkeyResponse
    .nullish()
    .describe('What `navigator.credentials.get` has returned for `passkeyOptions`, as JSON text.'),
}

export const CompleteSignInInput = inputType(
  'CompleteSignInInput',
  z.object({
    challenge: z.string().describe('The `challenge` of SECOND_FACTOR_REQUIRED. It works once, for five minutes.'),
    ...factorProof,
  }),
  { description: 'The second step of a sign-in: the challenge and one of the proofs.' },
)
export type CompleteSignInInput = InputOf<typeof CompleteSignInInput>

const expiresAt = () => DateTime

@ObjectType()
export class StartTotpPayload {
  @Field(() => String, { description: 'For `addTotp`.' })
  readonly challenge!: string

  @Field(expiresAt, { description: 'When the challenge expires.' })
  readonly expiresAt!: number

  @Field(() => String, { description: 'The secret in base32, for apps that read no QR code. Shown only once.' })
  readonly secret!: string

  @Field(() => String, { description: 'The `otpauth:` address, which apps read from a QR code.' })
  readonly uri!: string
}

@ObjectType()
export class StartPasskeyPayload {
  @Field(() => String, { description: 'For `addPasskey`.' })
  readonly challenge!: string

  @Field(expiresAt, { description: 'When the challenge expires.' })
  readonly expiresAt!: number

  @Field(() => String, { description: 'The options of `navigator.credentials.create`, as JSON text.' })
  readonly options!: string
}

export const AddTotpInput = inputType(
  'AddTotpInput',
  z.object({ challenge, code: rules.factorCode.describe('The six digits that the app shows.'), name }),
)
export type AddTotpInput = InputOf<typeof AddTotpInput>

export const AddPasskeyInput = inputType(
  'AddPasskeyInput',
  z.object({
    challenge,
    response: rules.passkeyResponse.describe('What `navigator.credentials.create` has returned, as JSON text.'),
    name,
  }),
)
export type AddPasskeyInput = InputOf<typeof AddPasskeyInput>

@ObjectType()
export class AddSecondFactorPayload {
  @Field(() => SecondFactor)
  readonly factor!: SecondFactorRow

  @Field(() => [String], {
    description:
      'With the first factor of an account: ten codes, each of which replaces a factor once. They are shown only here. Empty with other factors.',
  })
  readonly recoveryCodes!: readonly string[]
}

export const RemoveSecondFactorPayload = payloadType('RemoveSecondFactorPayload', { removedSecondFactorId: () => ID })

export const RenewRecoveryCodesPayload = payloadType('RenewRecoveryCodesPayload', { recoveryCodes: () => [String] })

export const RemoveSecondFactorsPayload = payloadType('RemoveSecondFactorsPayload', {
  account: () => Account,
  removed: () => Int,
})
