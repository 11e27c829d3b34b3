import { ConfigError } from '../../../src/config/config-error.js'
import { readConfig } from '../../../src/config/config.js'
import type { Environment } from '../../../src/config/env.js'

/** The faults of a configuration, one sentence each. */
export function faultsIn(environment: Environment): readonly string[] {
  return faultsOf(() => readConfig(environment))
}

export function faultsOf(act: () => unknown): readonly string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
