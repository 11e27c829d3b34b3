import { AppError, inputFault, type Logger, onceASecond, parsedJson } from '@parley/runtime'
import { background, type Database, type Queries, retryOnUniqueViolation } from '@parley/statements'
import { z } from 'zod'
import type { Audit } from '../audit/audit.js'
import { InstallationSettingTable } from '../database/tables/installation-settings.js'
import { limits } from '../limits.js'
import { line } from '../text-rules.js'
import type { Allowance } from '../usage/allowance.js'
import type { ModelAccess } from '../usage/terms.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller } from '../users/caller.js'
import { memberships, type MembershipType } from '../users/user.js'
import { modelSettingsName, type SettingSource } from './installation-setting.js'

/** What administrators have decided on a model. */
interface StoredModel {
  /** A name for people. */
  readonly label?: string | undefined
  /** The memberships whose accounts cannot use it. */
  readonly withheldFrom: readonly MembershipType[]
  /** Epoch milliseconds. */
  readonly changedAt: number
}

/** By the name of the model; one without a decision is absent. */
export type StoredModels = ReadonlyMap<string, StoredModel>

/** A model with the values that apply. */
export interface ModelSettings {
  readonly model: string
  /** Whether people can use it. One that is no longer configured keeps what was decided. */
  readonly offered: boolean
  readonly label: string
  readonly labelSource: SettingSource
  readonly access: readonly ModelAccess[]
  /** Epoch milliseconds; null unless administrators have decided something. */
  readonly changedAt: number | null
}

/** Absent keeps a value, null removes it, so that the default applies again. */
interface ModelChange {
  readonly model: string
  readonly label?: string | null | undefined
  /** Those whose accounts can use the model. */
  readonly memberships?: readonly MembershipType[] | null | undefined
}

/** The labels of models, and the memberships that can use them, as far as the operator leaves both to administrators. */
export class ModelDecisions {
  #stored = this.#cachedRead()

  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly allowance: Pick<Allowance, 'accessTo'>
      /** All model names. */
      readonly models: readonly string[]
      /** False for a hosted model without a key, which can only report that. */
      readonly isConfigured: (model: string) => boolean
      /** The label that the operator gives. */
      readonly givenLabel: (model: string) => string | undefined
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** As they were within the last second, and after each change at this instance. */
  stored(): Promise<StoredModels> {
    return this.#stored()
  }

  /** Of every model that is offered, and of those that are no longer, as long as something is stored. */
  async list(): Promise<readonly ModelSettings[]> {
    const { database, models } = this.options
    const stored = await database.read((db) => readStoredModels(db, models))
    const offered = models.filter((model) => this.#isOffered(model))
    const others = [...stored.keys()].filter((model) => !offered.includes(model))
    return [...offered, ...others].map((model) => this.#shown(model, stored))
  }

  /**
   * Stores what is given of a model, and leaves the other models as they are. Throws BAD_USER_INPUT for a model that is
   * not offered, unless the change only removes what is stored; CONFLICT for a label, or the access of a membership, that
   * the operator gives; FORBIDDEN and REAUTHENTICATION_REQUIRED as `requireConfirmedAdmin`.
   */
  async set(caller: Caller, change: ModelChange): Promise<ModelSettings> {
    const { database, guard, audit, models, clock, log } = this.options
    const { model, label } = change
    const { settings, isChanged } = await retryOnUniqueViolation(() =>
      database.write(async (db) => {
        await guard.requireConfirmedAdmin(db, caller)
        const row = await db.selectOne(InstallationSettingTable, named, { lock: 'update' })
        const stored = storedModels(row?.value, models)
        this.#requireOffered(change, stored)
        const before = this.#shown(model, stored)
        if (label !== undefined && before.labelSource === 'ENVIRONMENT')
          throw new AppError('CONFLICT', { message: `HOSTED_MODELS sets the label of ${model}` })
        const kept = stored.get(model)
        const next = {
          label: label === undefined ? kept?.label : (label ?? undefined),
          withheldFrom: withheldBy(change, before, kept?.withheldFrom ?? []),
          changedAt: clock(),
        }
        const isSame = next.label === kept?.label && String(next.withheldFrom) === String(kept?.withheldFrom ?? [])
        if (isSame) return { settings: before, isChanged: false }
        const all = new Map(stored)
        if (next.label === undefined && next.withheldFrom.length === 0) all.delete(model)
        else all.set(model, next)
        const value = JSON.stringify(Object.fromEntries(all))
        if (all.size === 0) await db.delete(InstallationSettingTable, named)
        else if (row) await db.update(InstallationSettingTable, named, { value, changedAt: next.changedAt })
        else await db.insert(InstallationSettingTable, { ...named, value, changedAt: next.changedAt })
        const after = this.#shown(model, all)
        const details = {
          ...{ labelBefore: before.label, labelAfter: after.label },
          ...{ membershipsBefore: includedIn(before.access), membershipsAfter: includedIn(after.access) },
        }
        await audit.record(db, caller, { action: 'MODEL_CHANGED', target: { kind: 'MODEL', id: model }, details })
        return { settings: after, isChanged: true }
      }),
    )
    if (isChanged) log.info({ model }, 'model_settings.changed')
    this.#stored = this.#cachedRead()
    return settings
  }

  #cachedRead(): () => Promise<StoredModels> {
    return onceASecond(() => {
      const { database, models } = this.options
      return database.read((db) => readStoredModels(db, models), background)
    })
  }

  #isOffered(model: string): boolean {
    return this.options.models.includes(model) && this.options.isConfigured(model)
  }

  #requireOffered({ model, label, memberships: included }: ModelChange, stored: StoredModels): void {
    const isRemoval = (label ?? null) === null && (included ?? null) === null
    if (this.#isOffered(model) || (isRemoval && stored.has(model))) return
    const message = 'Invalid model name.'
    throw new AppError('BAD_USER_INPUT', { message, fields: [inputFault('model', message)] })
  }

  #shown(model: string, stored: StoredModels): ModelSettings {
    const { allowance, givenLabel } = this.options
    const given = givenLabel(model)
    const { label, changedAt = null } = stored.get(model) ?? {}
    return {
      model,
      offered: this.#isOffered(model),
      label: given ?? label ?? model,
      labelSource: given === undefined ? (label === undefined ? 'DEFAULT' : 'DATABASE') : 'ENVIRONMENT',
      access: allowance.accessTo(model, stored),
      changedAt,
    }
  }
}

const named = { name: modelSettingsName } as const

const readable = z.object({
  // one that a later version accepts is not shown
  label: line(limits.modelLabelLength).optional().catch(undefined),
  withheldFrom: z.array(z.enum(memberships)),
  changedAt: z.number(),
})
/** What cannot be read, of a later version, may limit the access. */
const unreadable: StoredModel = { withheldFrom: memberships, changedAt: 0 }

/** What is stored of models, in a transaction. `models` are all model names. */
export async function readStoredModels(db: Queries, models: readonly string[]): Promise<StoredModels> {
  const row = await db.selectOne(InstallationSettingTable, named)
  return storedModels(row?.value, models)
}

function storedModels(text: string | undefined, models: readonly string[]): StoredModels {
  if (text === undefined) return new Map()
  const { data } = z.record(z.string(), z.unknown()).safeParse(parsedJson(text))
  if (!data) return new Map(models.map((model) => [model, unreadable]))
  return new Map(Object.entries(data).map(([model, value]) => [model, readable.safeParse(value).data ?? unreadable]))
}

/** Throws CONFLICT for a membership whose models the operator gives, unless its access stays as it is. */
function withheldBy(
  { memberships: included }: ModelChange,
  { access }: ModelSettings,
  withheld: readonly MembershipType[],
): readonly MembershipType[] {
  if (included === undefined) return withheld
  if (included === null) return []
  const refused = access.find((each) => isFixed(each) && each.included !== included.includes(each.membership))
  if (refused)
    throw new AppError('CONFLICT', { message: `MEMBERSHIP_POLICY_FILE sets the models of ${refused.membership}` })
  return access
    .filter((each) => (isFixed(each) ? withheld : absentFrom(included)).includes(each.membership))
    .map(({ membership }) => membership)
}

const isFixed = ({ source }: ModelAccess) => source === 'ENVIRONMENT'
const absentFrom = (included: readonly MembershipType[]) => memberships.filter((each) => !included.includes(each))
const includedIn = (access: readonly ModelAccess[]) =>
  access
    .filter(({ included }) => included)
    .map(({ membership }) => membership)
    .join(',')
