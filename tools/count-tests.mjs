import { existsSync, readFileSync } from 'node:fs'

// `node tools/count-tests.mjs a.json b.json` sums jest's own results. A suite that could not run counts as one failure, and
// so does a result file that was never written.
let passed = 0
let failed = 0
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    failed += 1
    continue
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(path, 'utf8'))
  passed += numPassedTests
  failed += numFailedTests + numRuntimeErrorTestSuites
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
