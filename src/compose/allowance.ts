import type { Config } from '../config/config.js'
import type { Database } from '../database/database.js'
import { isBanned } from '../sessions/ban.js'
import { Allowance } from '../usage/allowance.js'
import type { AdminList } from '../users/admin-list.js'
import { modelNames } from './hosted.js'

export interface AllowanceDeps {
  readonly database: Database
  readonly clock: () => number
  readonly adminList: AdminList
}

/** What accounts may do, as the operator's policy has it. */
export function createAllowance(config: Config, deps: AllowanceDeps): Allowance {
  const { membershipPolicy: policy, model } = config
  return new Allowance({ ...deps, isBanned, policy, models: modelNames(config), contextSize: model.contextSize })
}
