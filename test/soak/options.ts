import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface SoakOptions {
  readonly minutes: number
  readonly seed: number
  /** Tests planted faults instead of the product. */
  readonly broken: boolean
  /** The file for the number of passed and failed checks, in jest's format. */
  readonly outputFile: string | undefined
  /** The file to which the run adds a row. */
  readonly results: string
}

/** A shorter run has no time for its warm-up. */
const leastMinutes = 4

/**
 * Reads `SOAK_MINUTES` (5), `SOAK_SEED` (17) and `SOAK_RESULTS` (the file in this folder; in CI one in the temporary
 * folder) from the environment, and the arguments `--broken` and `--outputFile=<path>`. Throws for a malformed number.
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { broken: { type: 'boolean', default: false }, outputFile: { type: 'string' } },
  })
  const number = (name: string, usual: number, least: number) => {
    const value = Number(env[name] ?? usual)
    if (!Number.isSafeInteger(value) || value < least)
      throw new Error(`${name} must be a whole number, at least ${least}`)
    return value
  }
  return {
    minutes: number('SOAK_MINUTES', 5, leastMinutes),
    seed: number('SOAK_SEED', 17, 0),
    broken: values.broken,
    outputFile: values.outputFile,
    results: env['SOAK_RESULTS'] ?? (env['CI'] ? join(tmpdir(), 'parley-soak-results.md') : 'test/soak/results.md'),
  }
}
