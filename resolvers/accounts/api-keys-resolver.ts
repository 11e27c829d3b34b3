import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import {
  ApiKey,
  ApiKeyUsage,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RevokeApiKeyPayload,
  UpdateApiKeyInput,
  UpdateApiKeyPayload,
} from '../../schema/accounts/api-key.js'
import type { ApiKey as ApiKeyRow } from '../../src/api-keys/api-key.js'
import type { ApiKeys } from '../../src/api-keys/api-keys.js'
import type { Allowance } from '../../src/usage/allowance.js'
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
    description: 'Creates an API key for the caller. CONFLICT if the account already has 50.',
  })
  createApiKey(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ) {
    return this.apiKeys.create(caller, input, origin)
  }

  @Authorized()
  @Mutation(() => UpdateApiKeyPayload, {
    complexity: mutationCost,
    description: 'Changes the name, the expiry or the limits of an API key of the caller.',
  })
  async updateApiKey(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput,
  ) {
    return { apiKey: await this.apiKeys.update(caller, id, input) }
  }

  @Authorized()
  @Mutation(() => RevokeApiKeyPayload, {
    complexity: mutationCost,
    description: 'Revokes an API key of the caller immediately.',
  })
  async revokeApiKey(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { revokedApiKeyId: await this.apiKeys.revoke(caller, id) }
  }

  @FieldResolver(() => [ApiKey], {
    name: 'apiKeys',
    nullable: true,
    complexity: apiKeysCost,
    description: 'The API keys of the caller, at most 50, oldest first; null for other accounts.',
  })
  keysOf(@Root() { id }: Account, @Ctx() { caller }: RequestContext) {
    return this.apiKeys.list(caller, id)
  }
}

@Resolver(() => ApiKey)
export class ApiKeyUsageResolver {
  constructor(private readonly allowance: Allowance) {}

  @FieldResolver(() => ApiKeyUsage)
  usage(@Root() key: ApiKeyRow) {
    return this.allowance.usageOfKey(key)
  }
}
