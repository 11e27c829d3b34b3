import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface AbuseOptions {
  /** Tests the suite on planted defects instead of testing the server. */
  readonly broken: boolean
  /** Only attacks (with `broken`: defects) whose name contains this. */
  readonly only: string
  /** Only the first attack of each kind; without effect with `broken`. */
  readonly oneOfEachKind: boolean
  /** Multiplies the duration of the attacks that may be shortened; without effect with `broken`. */
  readonly lasting: number
  /** The file for the number of passed and failed attacks, in jest's format. */
  readonly outputFile: string | undefined
  /** The file for the report; undefined writes none. */
  readonly results: string | undefined
}

/**
 * Reads the arguments `--broken`, `--only=<part of a name>`, `--one-of-each-kind`, `--lasting=<factor>`, `--outputFile=<path>` and
 * `--report`, which writes the report into this folder. `ABUSE_RESULTS` names another file for it; CI uses one in the
 * temporary folder. Throws for a malformed factor.
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): AbuseOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      broken: { type: 'boolean', default: false },
      lasting: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      'one-of-each-kind': { type: 'boolean', default: false },
      outputFile: { type: 'string' },
      report: { type: 'boolean', default: false },
    },
  })
  const lasting = Number(values.lasting)
  if (!(lasting > 0)) throw new Error('--lasting must be a positive number')
  const usual = values.report ? 'test/abuse/results.md' : undefined
  return {
    broken: values.broken,
    only: values.only,
    oneOfEachKind: values['one-of-each-kind'],
    lasting,
    outputFile: values.outputFile,
    results: env['ABUSE_RESULTS'] ?? (env['CI'] ? join(tmpdir(), 'parley-abuse-results.md') : usual),
  }
}
