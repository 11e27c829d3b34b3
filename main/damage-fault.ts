import { join } from 'node:path'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { StoreDamaged } from '../src/errors.js'
import { reasonOf } from '../src/system-error-code.js'

/** A damaged database as a fault of its setting, with the remedy: a start that fails again and again does not mend it. Other errors are returned. */
export function asDamageFault(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): unknown {
  if (!(error instanceof StoreDamaged)) return error
  const [setting, place] =
    databaseUrl === undefined ? ['DATA_DIR', join(dataDir, 'parley.db')] : ['DATABASE_URL', 'the database']
  const remedy = 'restore the newest backup as docs/reference/backups.md says; npm run doctor lists what is damaged'
  return new ConfigError([`${setting}: ${place} is damaged (${reasonOf(error)}): ${remedy}`], error)
}
