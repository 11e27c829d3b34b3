import { installationNames } from './accounts/installation-settings.js'
import { readConfig, type Config } from './config.js'
import type { Environment } from './env.js'
import { settingNames, type SettingName } from './settings.js'
import { claims, providers } from './settings/accounts.js'
import { stores } from './settings/server.js'

/** Who is an administrator, and the address of images in the entry of a reply that a command ends, with its default. */
const others = ['ADMIN_EMAILS', 'PUBLIC_URL', 'APP_PORT'] as const satisfies readonly SettingName[]
const read = [...Object.keys(stores), ...others]
/** What can change while a server runs, whether people can sign in without a password, and whose claims decide roles. */
const ofInstallation = [...installationNames, ...Object.keys(providers), ...Object.keys(claims)]
/** Where the workers are, for a command about queues. */
const ofWorkers = [
  'AI_OFFICE_URL',
  'AI_CHARACTER_URL',
  'AI_OFFICE_PORT',
  'AI_CHARACTER_PORT',
  'INTERNAL_HOST',
  'SERVICE_TOKEN',
] as const satisfies readonly SettingName[]

/**
 * The configuration of a command of the operator, so that a fault in a setting of models, workers or other listeners
 * does not prevent it. All other fields have their defaults.
 * With `usesQueues` it reads the addresses of the workers too, with `usesModels` the hosted models and who can use them, with
 * `usesSettings` those that can change while a server runs, and those of sign-in providers.
 * @throws ConfigError with the faults of the settings that it reads.
 */
export function readOperatorConfig(
  environment: Environment,
  { usesQueues = false, usesModels = false, usesSettings = false } = {},
): Config {
  const names = new Set<string>([...read, ...(usesQueues ? ofWorkers : []), ...(usesSettings ? ofInstallation : [])])
  const isOfModels = (name: string) =>
    usesModels && (name.startsWith('HOSTED_') || name === 'MEMBERSHIP_POLICY_FILE' || !settingNames.has(name))
  const isRead = ([name]: readonly [string, unknown]) => names.has(name) || isOfModels(name)
  const given = Object.fromEntries(Object.entries(environment).filter(isRead))
  // other ports have their defaults, which APP_PORT may equal: of one listener they are not compared
  return { ...readConfig({ ...given, ROLES: 'app' }), roles: readConfig({}).roles }
}
