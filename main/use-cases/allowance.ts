import type { Config } from '../../src/config/config.js'
import { isBanned } from '../../src/sessions/ban.js'
import { Allowance } from '../../src/usage/allowance.js'
import type { AdminList } from '../../src/users/admin-list.js'
import { modelNames } from '../adapters/hosted.js'
import type { Foundations } from '../foundations.js'

export function createAllowance(config: Config, deps: Foundations & { adminList: AdminList }): Allowance {
  const { membershipPolicy: policy, model } = config
  return new Allowance({ ...deps, isBanned, policy, models: modelNames(config), contextSize: model.contextSize })
}
