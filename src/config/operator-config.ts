import { readConfig } from './config.js'
import type { Config } from './config.js'
import type { Environment } from './env.js'
import { accounts } from './settings/accounts.js'
import { stores } from './settings/server.js'

/** What the commands of the operator read: the stores, and who is an administrator. */
const read = new Set([...Object.keys(stores), 'ADMIN_EMAILS' satisfies keyof typeof accounts])

/**
 * The configuration of a command of the operator, so that a fault in a setting of models, workers or listeners does not
 * prevent it. All other fields have their defaults.
 * @throws ConfigError with the faults of the settings that it reads.
 */
export function readOperatorConfig(environment: Environment): Config {
  return readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => read.has(name))))
}
