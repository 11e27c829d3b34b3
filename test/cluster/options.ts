import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface ClusterTestOptions {
  readonly seed: number
  readonly rounds: number
  /** The names of the failures to choose from contain this. */
  readonly only: string
  /** Tests deliberate faults instead of the product. */
  readonly broken: boolean
  /** The file for the number of passed and failed checks, in jest's format. */
  readonly outputFile: string | undefined
  /** The file to which the run adds a row. */
  readonly results: string
}

/**
 * Reads `CLUSTER_SEED` and `CLUSTER_RESULTS` from the environment, and the arguments `--rounds=<n>` (20), `--only=<part>`,
 * `--broken` and `--outputFile=<path>`. Throws for a malformed number.
 */
export function readOptions(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): ClusterTestOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      broken: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      outputFile: { type: 'string' },
    },
  })
  const number = (name: string, text: string) => {
    const value = Number(text)
    if (text === '' || !Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`)
    return value
  }
  const results = env['CI'] ? join(tmpdir(), 'parley-cluster-results.md') : 'test/cluster/results.md'
  return {
    seed: number('CLUSTER_SEED', env['CLUSTER_SEED'] ?? String(Date.now() % 1_000_000_000)),
    rounds: number('--rounds', values.rounds),
    only: values.only,
    broken: values.broken,
    outputFile: values.outputFile,
    results: env['CLUSTER_RESULTS'] ?? results,
  }
}
