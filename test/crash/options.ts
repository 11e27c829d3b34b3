import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface CrashOptions {
  readonly seconds: number
  readonly seed: number
  /** Ends after as many, if the time has not run out before; each 50 have a server and a row of their own. */
  readonly kills: number
  /** Finds deliberate faults, each within the seconds, instead of testing the server as it is. */
  readonly broken: boolean
  /** Gets the number of passed and failed checks, in jest's words. */
  readonly outputFile: string | undefined
  /** Gets a row for the run. */
  readonly results: string
}

const aDay = 86_400

/**
 * `CRASH_SECONDS` (60; in CI 90), `CRASH_SEED`, `CRASH_KILLS` and `CRASH_RESULTS` (the file beside this one; in CI one in
 * the temporary folder) from the environment; `--broken`, `--kills=<n>` (which takes as long as it takes) and
 * `--outputFile=<path>` as arguments. Throws for a number that is none.
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): CrashOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      broken: { type: 'boolean', default: false },
      kills: { type: 'string' },
      outputFile: { type: 'string' },
    },
  })
  const number = (name: string, fallback: number, text = env[name]) => {
    const value = text === undefined || text === '' ? fallback : Number(text)
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`)
    return value
  }
  const usualSeconds = values.kills !== undefined ? aDay : env['CI'] ? 90 : 60
  return {
    seconds: number('CRASH_SECONDS', usualSeconds),
    seed: number('CRASH_SEED', Date.now() % 1_000_000_000),
    kills: number('CRASH_KILLS', Number.MAX_SAFE_INTEGER, values.kills ?? env['CRASH_KILLS']),
    broken: values.broken,
    outputFile: values.outputFile,
    results: env['CRASH_RESULTS'] ?? (env['CI'] ? join(tmpdir(), 'parley-crash-results.md') : 'test/crash/results.md'),
  }
}
