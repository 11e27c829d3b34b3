import { Arg, Authorized, Mutation, Resolver } from 'type-graphql'
import { CreateApiKeyForInput, CreateApiKeyForPayload } from '../../schema/accounts/api-key.js'
import type { ApiKeys } from '../../src/api-keys/api-keys.js'
import { mutationCost } from '../pipeline/costs.js'

/** Of the service schema only. */
@Resolver()
export class OperatorKeysResolver {
  constructor(private readonly apiKeys: ApiKeys) {}

  @Authorized('SERVICE')
  @Mutation(() => CreateApiKeyForPayload, { complexity: mutationCost })
  createApiKeyFor(@Arg('input', () => CreateApiKeyForInput) { accountId, ...key }: CreateApiKeyForInput) {
    return this.apiKeys.createFor(accountId, key)
  }
}
