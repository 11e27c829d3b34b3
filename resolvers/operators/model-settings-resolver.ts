import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { ModelSettings, SetModelSettingsInput, SetModelSettingsPayload } from '../../schema/operators/model-settings.js'
import type { ModelDecisions } from '../../src/installation-settings/model-settings.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver()
export class ModelSettingsResolver {
  constructor(private readonly decisions: ModelDecisions) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [ModelSettings], {
    nullable: true,
    description:
      'For administrators: the label of each model and the memberships that can use it, with the source of each value. Models that are no longer configured are listed while something is stored.',
  })
  modelSettings() {
    return this.decisions.list()
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => SetModelSettingsPayload, {
    complexity: mutationCost,
    description:
      'For administrators: changes the label of a model and the memberships that can use it, for all instances at once. CONFLICT for what `HOSTED_MODELS` or the file of `MEMBERSHIP_POLICY_FILE` gives, REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async setModelSettings(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => SetModelSettingsInput) input: SetModelSettingsInput,
  ) {
    return { settings: await this.decisions.set(caller, input) }
  }
}
