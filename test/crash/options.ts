import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface CrashOptions {
  readonly seconds: number
  readonly seed: number
  /** The maximum of kills, if the time allows; every 50 kills use a new server and a new row of the results. */
  readonly kills: number
  /** Tests deliberate faults, each within the time, instead of testing the server. */
  readonly broken: boolean
  /** The file for the number of passed and failed checks, in jest's format. */
  readonly outputFile: string | undefined
  /** The file to which the run adds a row. */
  readonly results: string
}

const aDay = 86_400

/**
 * Reads `CRASH_SECONDS` (60; in CI 90), `CRASH_SEED`, `CRASH_KILLS` and `CRASH_RESULTS` (the file in this folder; in CI
 * one in the temporary folder) from the environment, and the arguments `--broken`, `--kills=<n>` (without a time limit)
 * and `--outputFile=<path>`. Throws for a malformed number.
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
