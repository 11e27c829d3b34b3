import { Field, Float, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { ApiKey as ApiKeyRow, KeyCounts } from '../../src/api-keys/api-key.js'
import type { CreatedApiKey } from '../../src/api-keys/api-keys.js'
import type { KeyUsage } from '../../src/usage/usage.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { ApiKeyScope } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { rules } from '../rules.js'
import { payloadType } from '../payload-type.js'
import { LimitUsage } from './usage.js'

@ObjectType({ description: 'A credential for programs of an account, valid for its `scopes`.' })
export class ApiKey implements Omit<ApiKeyRow, 'userId' | 'keyHash' | keyof KeyCounts> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'The first characters of the key, which identify it in a list.' })
  readonly prefix!: string

  @Field(() => [ApiKeyScope])
  readonly scopes!: readonly ApiKeyScope[]

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time of the last use, accurate to a minute; null if the key was never used.',
  })
  lastUsedAt!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key expires; null for a key that is valid until it is revoked.',
  })
  readonly expiresAt!: number | null

  @Field(() => [String], {
    nullable: true,
    description: 'The models that the key may use; `character/*` means every character. Null means all.',
  })
  readonly models!: readonly string[] | null

  @Field(() => Float, { nullable: true, description: 'Null means no limit besides those of the account.' })
  readonly messagesPerDay!: number | null

  @Field(() => Float, { nullable: true, description: 'Null means no limit besides those of the account.' })
  readonly tokensPerMonth!: number | null
}

@ObjectType({
  description: 'The usage of an API key and its own limits. It counts towards the usage of the account too.',
})
export class ApiKeyUsage implements KeyUsage {
  @Field(() => LimitUsage, { description: 'Completions and messages that were accepted today (UTC).' })
  readonly messages!: LimitUsage

  @Field(() => LimitUsage, { description: 'Tokens of prompts and replies this month (UTC).' })
  readonly tokens!: LimitUsage
}

const limits = {
  expiresAt: z
    .number()
    .nullish()
    .describe('When the key expires, in the future. Null means that it is valid until it is revoked.'),
  models: rules.apiKeyModels
    .nullish()
    .describe(
      'The models that the key may use, 1 to 100: `local`, hosted models, `character/<id>`, or `character/*` for every character. Null means all.',
    ),
  messagesPerDay: rules.apiKeyLimit
    .nullish()
    .describe(
      'The number of completions per day (UTC), whole and at least 1. Null means no limit besides those of the account.',
    ),
  tokensPerMonth: rules.apiKeyLimit
    .nullish()
    .describe(
      'Tokens of prompts and replies per month (UTC), whole and at least 1. Null means no limit besides those of the account.',
    ),
}

/** Duplicates change nothing. */
const scopes = z.array(z.enum(ApiKeyScope)).min(1).max(10)

const types = {
  scopes: () => [ApiKeyScope],
  expiresAt: () => DateTime,
  messagesPerDay: () => Float,
  tokensPerMonth: () => Float,
}

export const CreateApiKeyInput = inputType(
  'CreateApiKeyInput',
  z.object({
    ...limits,
    name: rules.apiKeyName.describe('A label, 1 to 100 characters.'),
    scopes: scopes.nullish().describe('What the key opens; by default V1.'),
    idempotencyKey: rules.idempotencyKey
      .nullish()
      .describe(
        'A retry with the same idempotency key within 24 hours returns the first API key, without its text. An empty key counts as absent.',
      ),
  }),
  { types },
)
export type CreateApiKeyInput = InputOf<typeof CreateApiKeyInput>

export const UpdateApiKeyInput = inputType(
  'UpdateApiKeyInput',
  z.object({
    ...limits,
    name: rules.apiKeyName.optional().describe('A label, 1 to 100 characters. Null is refused.'),
    scopes: scopes.optional().describe('What the key opens. Null is refused.'),
  }),
  {
    types,
    description: 'Changes to an API key. An absent field keeps its value; null removes a limit.',
  },
)
export type UpdateApiKeyInput = InputOf<typeof UpdateApiKeyInput>

@ObjectType()
export class CreateApiKeyPayload implements CreatedApiKey {
  @Field(() => String, {
    nullable: true,
    description:
      'The API key. Send it as `Authorization: Bearer <text>`. Returned only once: null when `replayed` is true.',
  })
  readonly text!: string | null

  // the stored row has more fields than the type
  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Boolean, {
    description: 'True for a retry: the API key was created by an earlier request with the same idempotency key.',
  })
  readonly replayed!: boolean
}

// the next two are of the service schema only: operations of the operator

export const CreateApiKeyForInput = inputType(
  'CreateApiKeyForInput',
  z.object({
    ...limits,
    accountId: z.string(),
    name: rules.apiKeyName,
    scopes: scopes.nullish(),
  }),
  {
    types: { ...types, accountId: () => ID },
  },
)
export type CreateApiKeyForInput = InputOf<typeof CreateApiKeyForInput>

@ObjectType()
export class CreateApiKeyForPayload {
  @Field(() => String, { description: 'The API key, which is returned only once.' })
  readonly text!: string

  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Account)
  readonly account!: Account
}

export const UpdateApiKeyPayload = payloadType('UpdateApiKeyPayload', { apiKey: () => ApiKey })
export const RevokeApiKeyPayload = payloadType('RevokeApiKeyPayload', { revokedApiKeyId: () => ID })
