import { writeFileSync } from 'node:fs'

/** What a campaign counts as tests. */
export interface Outcome {
  readonly passed: number
  /** One sentence for each failure. */
  readonly failures: readonly string[]
}

/** In the form of jest's results, which `tools/count-tests.mjs` reads; `name` is the folder of the campaign. */
export function writeOutcome(path: string, name: string, { passed, failures }: Outcome): void {
  const assertionResults = failures.map((fullName) => ({ status: 'failed', fullName, failureMessages: [] }))
  const counts = { numPassedTests: passed, numFailedTests: failures.length, numRuntimeErrorTestSuites: 0 }
  writeFileSync(path, JSON.stringify({ ...counts, testResults: [{ name, assertionResults }] }))
}
