import { AppError, inputFault, type Logger, onceASecond } from '@parley/runtime'
import { background, type Database, everyRow, type Queries, retryOnUniqueViolation } from '@parley/statements'
import { InstallationSettingTable } from '../database/tables/installation-settings.js'
import type { Audit } from '../audit/audit.js'
import type { Accent } from '../accent.js'
import { damagedLogoSentence, logoOf, squareSideOf, type Logo } from '../logo.js'
import { SecondFactorTable } from '../database/tables/second-factors.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller } from '../users/caller.js'
import type { User } from '../users/user.js'
import {
  type FactorPolicy,
  type InstallationSettingName,
  installationSettingNames,
  type InstallationSettingRow,
  type RegistrationPolicy,
  type SettingSource,
  type SettingTexts,
} from './installation-setting.js'

/** The parsed settings. */
export interface InstallationValues {
  /** Who can register an account with a form or a request. */
  readonly registration: RegistrationPolicy
  /** Whether the first sign-in by a provider creates an account. */
  readonly registrationByProvider: RegistrationPolicy
  /** Domains of the addresses of new accounts, in lower case; empty: of all. */
  readonly registrationDomains: readonly string[]
  /** Whether callers without an account can create rooms. */
  readonly guestRooms: boolean
  /** Whether the role of an administrator counts only with a second factor. */
  readonly adminSecondFactor: FactorPolicy
  /** Whether callers without an account get nothing but the sign-in. */
  readonly signInRequired: boolean
  /** Whether people can make links to copies of their chats, and read them. */
  readonly shareLinks: boolean
  /** What people know the installation by: in pages and mails. */
  readonly name: string
  /** Null: that of Parley. */
  readonly logo: Logo | null
  /** Null: the colours of Parley. */
  readonly accent: Accent | null
  /** An http or https address, or a path of the same host that begins with `/`; null without one. */
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  readonly helpUrl: string | null
  /** A sentence for all pages; null without one. */
  readonly notice: string | null
  /** Whether people can sign in and register with a password, or only by a provider. */
  readonly passwordSignIn: boolean
}

/** How the texts of settings are read: the rules of src/config. */
export interface SettingRules {
  /** The texts of the environment. They win. */
  readonly fixed: SettingTexts
  /** Throws for a text that breaks its rule. */
  readonly valuesOf: (texts: SettingTexts) => InstallationValues
  /** The values of these settings where no text is given. */
  readonly defaultsOf: (values: InstallationValues) => Readonly<Record<InstallationSettingName, string>>
  /** Why a text is refused; undefined if it is not. */
  readonly faultOf: (name: InstallationSettingName, text: string) => string | undefined
}

/** What every caller may know. */
interface ShownValues extends Omit<InstallationValues, 'logo' | 'adminSecondFactor'> {
  readonly logoUrl: string | null
  /** See `squareSideOf`; null without a logo. */
  readonly logoSide: number | null
}

/** A setting as operators see it. */
export interface ShownSetting {
  readonly name: InstallationSettingName
  /** As an operator writes it. */
  readonly value: string
  readonly source: SettingSource
  /** Epoch milliseconds; null unless the database has it. */
  readonly changedAt: number | null
  /** Why the stored value does not apply, as a sentence without its subject; null while it does. */
  readonly fault: string | null
}

/** The settings that apply to all instances and can change while they run: within a second or two at each of them. */
export class InstallationSettings {
  #stored = this.#cachedRead()
  #parsed: { readonly rows: readonly InstallationSettingRow[]; readonly values: InstallationValues } | undefined
  #faults: ReadonlyMap<InstallationSettingName, string> = new Map()

  constructor(
    private readonly database: Database,
    private readonly options: {
      readonly rules: SettingRules
      readonly guard: AdminGuard
      readonly audit: Audit
      /** What the address of the logo begins with (`PUBLIC_URL`). */
      readonly publicUrl: string
      /** Whether a browser can show a picture. */
      readonly canDecode: (bytes: Buffer) => Promise<boolean>
      /** Throws CONFLICT for a change that would lock the caller out; `admins` are those that can sign in. */
      readonly requireAnotherWay: (db: Queries, caller: Caller, admins: readonly User[]) => Promise<void>
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  async values(): Promise<InstallationValues> {
    const { rules } = this.options
    const rows = await this.#stored()
    if (this.#parsed?.rows !== rows) {
      this.#parsed = { rows, values: rules.valuesOf(textsOf(rows, rules)) }
      this.#warn(faultsOf(rows, rules))
    }
    return this.#parsed.values
  }

  /** The stored values that did not apply at the last read, in sentences. */
  get warnings(): readonly string[] {
    return [...this.#faults].map(([name, fault]) => `The stored value of ${name} does not apply: it ${fault}`)
  }

  /** As `values` at the last read, without a wait for the database. */
  get lastRead(): InstallationValues {
    const { rules } = this.options
    return this.#parsed?.values ?? rules.valuesOf(textsOf([], rules))
  }

  /** What every caller may know. */
  async shown(): Promise<ShownValues> {
    const { logo, adminSecondFactor: _, ...shown } = await this.values()
    const logoUrl = logo && `${this.options.publicUrl}/installation-logo?id=${logo.id}`
    return { ...shown, logoUrl, logoSide: logo && squareSideOf(logo) }
  }

  async list(): Promise<readonly ShownSetting[]> {
    const { rules } = this.options
    const rows = await this.#stored()
    const texts = textsOf(rows, rules)
    const usual = rules.defaultsOf(rules.valuesOf(texts))
    const faults = faultsOf(rows, rules)
    return installationSettingNames.map((name) => {
      const row = rows.find((each) => each.name === name)
      const value = shownText(texts[name] ?? usual[name])
      if (rules.fixed[name] !== undefined) return { name, value, source: 'ENVIRONMENT', changedAt: null, fault: null }
      if (!row) return { name, value, source: 'DEFAULT', changedAt: null, fault: null }
      return { name, value, source: 'DATABASE', changedAt: row.changedAt, fault: faults.get(name) ?? null }
    })
  }

  /**
   * Stores a value, or with null removes it, so that the default applies again. Throws CONFLICT for a setting of the
   * environment, to end sign-in with a password while the caller has no other, and for `ADMIN_SECOND_FACTOR=required` of an
   * administrator without a second factor; BAD_USER_INPUT for a value that breaks its rule, FORBIDDEN and
   * REAUTHENTICATION_REQUIRED as `requireConfirmedAdmin`.
   */
  async set(
    caller: Caller,
    { name, value }: { readonly name: InstallationSettingName; readonly value?: string | null | undefined },
  ): Promise<ShownSetting> {
    const { rules, guard, audit, canDecode, requireAnotherWay, clock, log } = this.options
    const refused = (fault: string) => {
      const message = `${name} ${fault}`
      return new AppError('BAD_USER_INPUT', { message, fields: [inputFault('value', message)] })
    }
    if (rules.fixed[name] !== undefined)
      throw new AppError('CONFLICT', { message: `The environment of the server sets ${name}` })
    if (value === undefined) throw refused('needs a value, or null')
    const fault = value === null ? undefined : rules.faultOf(name, value)
    if (fault !== undefined) throw refused(fault)
    const logo = name === 'INSTALLATION_LOGO' && value !== null ? logoOf(value) : undefined
    if (logo && !(await canDecode(logo.bytes))) throw refused(damagedLogoSentence)
    const isChanged = await retryOnUniqueViolation(() =>
      this.database.write(async (db) => {
        const admins = await guard.requireConfirmedAdmin(db, caller)
        if (name === 'PASSWORD_SIGN_IN' && value === 'false') await requireAnotherWay(db, caller, admins)
        if (name === 'ADMIN_SECOND_FACTOR' && value === 'required') await requireOwnFactor(db, caller)
        const before = await db.selectOne(InstallationSettingTable, { name })
        if ((before?.value ?? null) === value) return false
        await db.delete(InstallationSettingTable, { name })
        if (value !== null) await db.insert(InstallationSettingTable, { name, value, changedAt: clock() })
        const details = { from: before ? shownText(before.value) : null, to: value && shownText(value) }
        await audit.record(db, caller, { action: 'SETTING_CHANGED', target: { kind: 'SETTING', id: name }, details })
        return true
      }),
    )
    if (isChanged) log.info({ setting: name, isSet: value !== null }, 'installation_setting.changed')
    this.#stored = this.#cachedRead()
    const shown = (await this.list()).find((each) => each.name === name)
    if (!shown) throw new Error(`the setting ${name} is not listed`)
    return shown
  }

  /** One line for each, not for each read. */
  #warn(faults: ReadonlyMap<InstallationSettingName, string>): void {
    for (const [setting, reason] of faults)
      if (!this.#faults.has(setting)) this.options.log.warn({ setting, reason }, 'installation_setting.ignored')
    this.#faults = faults
  }

  #cachedRead(): () => Promise<readonly InstallationSettingRow[]> {
    return onceASecond(() => this.database.read((db) => db.select(InstallationSettingTable, everyRow), background))
  }
}

/** One who shuts the others out knows that a second factor works. The operator has the command line. */
async function requireOwnFactor(db: Queries, caller: Caller): Promise<void> {
  if (caller.kind !== 'user' || (await db.exists(SecondFactorTable, { userId: caller.id }))) return
  throw new AppError('CONFLICT', { message: 'Add a second factor to your own account first' })
}

/** Of an image its type and size, such as `image/png, 3211 bytes`; of one that cannot be read its beginning. */
function shownText(text: string): string {
  const logo = logoOf(text)
  if (logo) return `${logo.contentType}, ${String(logo.bytes.length)} bytes`
  return text.startsWith('data:') ? (text.split(',')[0] ?? '') : text
}

const closed: SettingTexts = { REGISTRATION: 'closed', REGISTRATION_BY_PROVIDER: 'closed', GUEST_ROOMS: 'false' }
/** What applies where the stored value of a setting of the access cannot be read: it may limit the access. */
const strict: Readonly<Partial<Record<InstallationSettingName, SettingTexts>>> = {
  REGISTRATION: closed,
  REGISTRATION_BY_PROVIDER: closed,
  REGISTRATION_DOMAINS: closed,
  GUEST_ROOMS: closed,
  SIGN_IN_REQUIRED: { SIGN_IN_REQUIRED: 'true' },
  ADMIN_SECOND_FACTOR: { ADMIN_SECOND_FACTOR: 'required' },
}

/**
 * Values that cannot apply, such as those of a later version, or `PASSWORD_SIGN_IN=false` once the last provider was
 * removed, are ignored, except as `strict` says.
 */
function textsOf(rows: readonly InstallationSettingRow[], rules: SettingRules): SettingTexts {
  const faults = faultsOf(rows, rules)
  const readable = knownOf(rows).filter(({ name }) => !faults.has(name))
  const stored = Object.fromEntries(readable.map(({ name, value }) => [name, value]))
  const texts = [...faults.keys()].reduce<SettingTexts>((sum, name) => ({ ...sum, ...strict[name] }), stored)
  return { ...texts, ...rules.fixed }
}

const knownOf = (rows: readonly InstallationSettingRow[]) =>
  installationSettingNames.flatMap((name) => {
    const row = rows.find((each) => each.name === name)
    return row ? [{ name, value: row.value }] : []
  })

/** Why stored values do not apply. Names of a later version have no rule; those of the environment win anyway. */
function faultsOf(
  rows: readonly InstallationSettingRow[],
  { fixed, faultOf }: SettingRules,
): ReadonlyMap<InstallationSettingName, string> {
  const ruled = knownOf(rows).filter(({ name }) => fixed[name] === undefined)
  return new Map(
    ruled.flatMap(({ name, value }) => {
      const fault = faultOf(name, value)
      return fault === undefined ? [] : [[name, fault] as const]
    }),
  )
}
