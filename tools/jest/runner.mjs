import { createRunner } from 'jest-light-runner'

const request = 'jest-light-runner-get-worker-data'

/**
 * Runs test files in child processes. The runner's own channel answers all processes as soon as one of them asks, and one that does
 * not listen yet waits for ever: here each has a channel of its own.
 */
export default class extends createRunner({ runtime: 'child_process' }) {
  _runTest(test) {
    const { config } = test.context
    const pool = this._testRunners.get(config)?.pool
    if (!pool) return super._runTest(test)
    const workerData = { globalConfig: this._globalConfig, projectConfig: config, runtime: this._runtime }
    let answer
    return pool.run(test.path, {
      channel: {
        onMessage: (listener) => (answer = listener),
        postMessage: (message) => {
          if (message === request) answer({ type: 'jest-light-runner-worker-data', workerData })
        },
      },
    })
  }
}
