import { column, type RowOf } from '@parley/statements'

/** The settings that can also be changed while the server runs, as the variables of the environment. */
export const installationSettingNames = [
  'REGISTRATION',
  'REGISTRATION_BY_PROVIDER',
  'REGISTRATION_DOMAINS',
  'GUEST_ROOMS',
  'SIGN_IN_REQUIRED',
  'SHARE_LINKS',
  'INSTALLATION_NAME',
  'INSTALLATION_LOGO',
  'ACCENT_COLOR',
  'TERMS_URL',
  'PRIVACY_URL',
  'HELP_URL',
  'INSTALLATION_NOTICE',
  'PASSWORD_SIGN_IN',
  'ADMIN_SECOND_FACTOR',
] as const
export type InstallationSettingName = (typeof installationSettingNames)[number]

/** The row of what administrators have decided on models: the JSON text of an object by model name. */
export const modelSettingsName = 'MODEL_SETTINGS'

export const registrationPolicies = ['OPEN', 'INVITE', 'APPROVAL', 'CLOSED'] as const
export type RegistrationPolicy = (typeof registrationPolicies)[number]

/** Whether administrators need a second factor. */
export type FactorPolicy = 'OPTIONAL' | 'REQUIRED'

/** Where the value of a setting comes from. The first that has one decides: the environment, the database, the default. */
export const settingSources = ['ENVIRONMENT', 'DATABASE', 'DEFAULT'] as const
export type SettingSource = (typeof settingSources)[number]

/** The values of some settings, as an operator writes them. */
export type SettingTexts = Readonly<Partial<Record<InstallationSettingName, string>>>

/** A setting that was changed while the server ran. A default has no row. */
export const installationSettingColumns = {
  name: column.text<InstallationSettingName | typeof modelSettingsName>(64, { primary: true }),
  /** As an operator writes it, but for the settings of models. */
  value: column.text(),
  changedAt: column.instant(),
}
export type InstallationSettingRow = RowOf<typeof installationSettingColumns>
