import type { z } from 'zod'
import type { Environment } from './env.js'
import { settings, type SettingName, type Settings } from './settings.js'

/** The settings of an environment, with all their faults, so that an operator can correct them together. */
export class GivenSettings {
  /** Unset and invalid settings have their default. */
  readonly values: Settings
  readonly #environment: Environment
  readonly #faulty = new Set<PropertyKey | undefined>()
  readonly #faults = new Set<string>()

  constructor(environment: Environment) {
    this.#environment = environment
    const { data, error } = settings.safeParse(environment)
    this.refuseAll(error)
    const faultless = () => Object.entries(environment).filter(([name]) => !this.#faulty.has(name))
    this.values = data ?? settings.parse(Object.fromEntries(faultless()))
  }

  /** One sentence each, beginning with the name of the setting. */
  get faults(): readonly string[] {
    return [...this.#faults]
  }

  isSet(name: SettingName): boolean {
    return this.#environment[name] !== undefined
  }

  /** The value of a variable that a setting names. */
  variable(name: string): string | undefined {
    return this.#environment[name]
  }

  isFaulty(name: SettingName): boolean {
    return this.#faulty.has(name)
  }

  require(name: SettingName, sentence: string): void {
    if (!this.isSet(name)) this.refuse(name, sentence)
  }

  refuse(name: string, sentence: string): void {
    this.#faults.add(`${name}: ${sentence}`)
  }

  /** Adds every issue under the name of its setting. */
  refuseAll(error: z.ZodError | undefined): void {
    for (const { path, message } of error?.issues ?? []) {
      this.#faulty.add(path[0])
      this.refuse(String(path[0]), message)
    }
  }
}
