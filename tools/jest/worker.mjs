import run from '../../node_modules/jest-light-runner/src/worker-runner.js'
import { runFile, takeFaults } from './faults.mjs'
import { restoreState } from './leftovers.mjs'
import { makeTestBucket } from './test-bucket.mjs'

export { cleanup, setWorkerData } from '../../node_modules/jest-light-runner/src/worker-runner.js'

/** Runs a test file. It fails too when it causes an error that no test sees, or leaves something to the next file. */
export default async function runTestFile(path) {
  let result
  await resetMetrics()
  await makeTestBucket()
  try {
    result = await runFile(path, () => run(path))
  } catch (error) {
    await restoreState()
    for (const fault of takeFaults()) error.stack += `\n${fault}`
    throw error
  }
  const left = await restoreState()
  const leftovers = left.length > 0 ? [`The file leaves this to the next one: ${left.join('; ')}.`] : []
  for (const failure of [...takeFaults(), ...leftovers]) fail(result, failure)
  return result
}

/** The registry of metrics belongs to the process: no file sees what those before have counted. */
async function resetMetrics() {
  const { registry } = await import('@parley/runtime')
  registry.resetMetrics()
}

function fail(result, failure) {
  const title = failure.split('\n')[0]
  result.failureMessage += `\n${failure}\n`
  result.numFailingTests += 1
  result.testResults.push({
    ancestorTitles: [],
    duration: 0,
    failureMessages: [failure],
    fullName: title,
    numPassingAsserts: 0,
    status: 'failed',
    title,
  })
}
