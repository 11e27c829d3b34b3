import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import { ApiKey, CreateApiKeyInput, CreateApiKeyPayload, RevokeApiKeyPayload } from '../../schema/accounts/api-key.js'
import type { ApiKeys } from '../../src/api-keys/api-keys.js'
import type { UserCaller } from '../../src/users/caller.js'
import { apiKeysCost, mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Account)
export class ApiKeysResolver {
  constructor(private readonly apiKeys: ApiKeys) {}

  @Authorized()
  @Mutation(() => CreateApiKeyPayload, {
    complexity: mutationCost,
    description: 'Makes a key for programs of the caller. An account has at most 50: CONFLICT.',
  })
  createApiKey(@SignedIn() caller: UserCaller, @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput) {
    return this.apiKeys.create(caller, input)
  }

  @Authorized()
  @Mutation(() => RevokeApiKeyPayload, {
    complexity: mutationCost,
    description: 'Revokes a key of the caller at once.',
  })
  async revokeApiKey(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { revokedApiKeyId: await this.apiKeys.revoke(caller, id) }
  }

  @FieldResolver(() => [ApiKey], {
    name: 'apiKeys',
    nullable: true,
    complexity: apiKeysCost,
    description: "At most 50, oldest first, without their texts; null for every account but the caller's.",
  })
  keysOf(@Root() { id }: Account, @Ctx() { caller }: RequestContext) {
    return this.apiKeys.list(caller, id)
  }
}
