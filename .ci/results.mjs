import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {object} Failure
 * @property {string} suite path of the file, or name of the step
 * @property {string} name of the test; empty when the file could not run
 * @property {string} message
 *
 * @typedef {object} Results
 * @property {number} passed
 * @property {readonly Failure[]} failures
 */

/**
 * The results of a step that ended with a status; `fault` says why the runner ended it, or what it left running. A
 * step that fails without a failed test has one failure, and so has one that did not run just the `expected` suites.
 *
 * @returns {Results}
 */
export function readResults(step, { path, status, fault, expected }) {
  const { passed, failures, ran } = readFile(step, path)
  const others = expected && ran && differenceOf(expected, ran)
  const reason = fault || others || (status === 0 ? '' : `ended with ${status}`)
  if (reason === '' || (reason !== fault && reason !== others && failures.length > 0)) return { passed, failures }
  return { passed, failures: [...failures, { suite: step.name, name: step.name, message: reason }] }
}

function readFile({ name, suites, command = [] }, path) {
  if (existsSync(path)) return resultsIn(JSON.parse(readFileSync(path, 'utf8')))
  const hasResults = suites !== undefined || command.some((word) => word.includes('RESULTS'))
  return { passed: 0, failures: hasResults ? [{ suite: name, name, message: 'no results' }] : [] }
}

/** A sentence about suites of which one list lacks some; empty when both have the same. */
function differenceOf(expected, ran) {
  const missing = expected.filter((suite) => !ran.includes(suite))
  const added = ran.filter((suite) => !expected.includes(suite))
  if (missing.length + added.length === 0) return ''
  return `ran ${ran.length} suites instead of ${expected.length}: not ${missing.join(', ')}; but ${added.join(', ')}`
}

/** Jest's results; those of a campaign, such as the crash test, have the same form but no paths. */
function resultsIn({ numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, testResults = [] }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = relative('.', name)
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ suite, name: fullName, message: failureMessages.join(' ') }))
    return status === 'failed' && failed.length === 0 ? [{ suite, name: '', message }] : failed
  })
  const counted = numFailedTests + numRuntimeErrorTestSuites
  const unnamed = Math.max(0, counted - failures.length)
  return {
    passed,
    ran: testResults.map(({ name }) => relative('.', name)),
    failures: [
      ...failures,
      ...Array.from({ length: unnamed }, () => ({ suite: '', name: '', message: 'see its output' })),
    ],
  }
}
