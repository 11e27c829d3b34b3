import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import {
  Installation,
  InstallationSetting,
  SetInstallationSettingInput,
  SetInstallationSettingPayload,
} from '../../schema/operators/installation.js'
import type { InstallationSettings } from '../../src/installation-settings/installation-settings.js'
import type { SecondFactors } from '../../src/second-factors/second-factors.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver()
export class InstallationResolver {
  constructor(
    private readonly settings: InstallationSettings,
    private readonly secondFactors: Pick<SecondFactors, 'passkeyOrigins'>,
    private readonly sendsMail: boolean,
  ) {}

  @Query(() => Installation, {
    nullable: true,
    description: 'What every caller may know of this installation, such as whether it accepts new accounts.',
  })
  async installation(@Ctx() { messageLimit }: RequestContext) {
    const { passkeyOrigins } = this.secondFactors
    return { ...(await this.settings.shown()), sendsMail: this.sendsMail, passkeyOrigins, messageLimit }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [InstallationSetting], {
    nullable: true,
    description: 'For administrators: the settings that can change while the server runs.',
  })
  installationSettings() {
    return this.settings.list()
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => SetInstallationSettingPayload, {
    complexity: mutationCost,
    description:
      'For administrators: changes a setting for all instances, within two seconds. CONFLICT for a setting of the environment of the server, REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async setInstallationSetting(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => SetInstallationSettingInput) input: SetInstallationSettingInput,
  ) {
    return { setting: await this.settings.set(caller, input) }
  }
}
