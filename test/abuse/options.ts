import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface AbuseOptions {
  /** Finds planted defects instead of testing the server as it is. */
  readonly broken: boolean
  /** Only attacks (with `broken`: defects) whose name contains this. */
  readonly only: string
  /** Gets the number of passed and failed attacks, in jest's words. */
  readonly outputFile: string | undefined
  /** Gets the report; undefined writes none. */
  readonly results: string | undefined
}

/**
 * `--broken`, `--only=<part of a name>`, `--outputFile=<path>` and `--report` as arguments, which writes the report beside this
 * file. `ABUSE_RESULTS` names another file for it; in CI it is one in the temporary folder.
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): AbuseOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      broken: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      outputFile: { type: 'string' },
      report: { type: 'boolean', default: false },
    },
  })
  const usual = values.report ? 'test/abuse/results.md' : undefined
  return {
    broken: values.broken,
    only: values.only,
    outputFile: values.outputFile,
    results: env['ABUSE_RESULTS'] ?? (env['CI'] ? join(tmpdir(), 'parley-abuse-results.md') : usual),
  }
}
