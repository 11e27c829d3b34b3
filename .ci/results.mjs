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
 * step that fails without a failed test has one failure.
 *
 * @returns {Results}
 */
export function readResults(step, { path, status, fault }) {
  const { passed, failures } = readFile(step, path)
  const reason = fault || (status === 0 ? '' : `ended with ${status}`)
  if (reason === '' || (fault === '' && failures.length > 0)) return { passed, failures }
  return { passed, failures: [...failures, { suite: step.name, name: step.name, message: reason }] }
}

function readFile({ name, suites, command = [] }, path) {
  if (existsSync(path)) return resultsIn(JSON.parse(readFileSync(path, 'utf8')))
  const hasResults = suites !== undefined || command.some((word) => word.includes('RESULTS'))
  return { passed: 0, failures: hasResults ? [{ suite: name, name, message: 'no results' }] : [] }
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
    failures: [
      ...failures,
      ...Array.from({ length: unnamed }, () => ({ suite: '', name: '', message: 'see its output' })),
    ],
  }
}
