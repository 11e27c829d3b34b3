import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

// `node tools/count-tests.mjs a.json b.json` adds up jest's results and prints a line for each failure. A suite that
// could not run counts as one failure, and so does a missing result file.
const mostCharacters = 1_000
const report = (path, failure) =>
  console.log(`FAILED in ${basename(path)}: ${failure.replaceAll(/\s+/g, ' ').slice(0, mostCharacters)}`)

let passed = 0
let failed = 0
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    failed += 1
    report(path, 'no results')
    continue
  }
  const {
    numPassedTests,
    numFailedTests,
    numRuntimeErrorTestSuites,
    testResults = [],
  } = JSON.parse(readFileSync(path, 'utf8'))
  for (const { name, status, message, assertionResults } of testResults) {
    const failures = assertionResults.filter((result) => result.status === 'failed')
    for (const { fullName, failureMessages } of failures)
      report(path, `${basename(name)}: ${fullName} ${failureMessages.join(' ')}`)
    if (status === 'failed' && failures.length === 0) report(path, `${basename(name)}: ${message}`)
  }
  passed += numPassedTests
  failed += numFailedTests + numRuntimeErrorTestSuites
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
