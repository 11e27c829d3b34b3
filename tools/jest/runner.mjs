import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { createRunner } from 'jest-light-runner'
import Tinypool from 'tinypool'
import { makeTestFolder } from './test-folder.mjs'

const { fork } = childProcess

// The pool reports that a process ended unexpectedly. Here the report has the exit code and the signal too.
childProcess.fork = (...options) => {
  const child = fork(...options)
  child.once('exit', (code, signal) => {
    child.once('error', (error) => (error.message += `: code ${code}, signal ${signal}`))
  })
  return child
}
syncBuiltinESMExports()

const { run } = Tinypool.prototype

// The runner has one channel for all processes: when one requests its data, all receive an answer, and a process that
// does not listen yet waits forever. Here each process has its own channel, connected to the shared one when the
// process requests its data.
Tinypool.prototype.run = function (task, { channel: shared, ...options } = {}) {
  if (!shared) return run.call(this, task, options)
  let answer
  const channel = {
    onMessage: (listener) => {
      answer = listener
    },
    postMessage: (message) => {
      shared.onMessage(answer)
      shared.postMessage(message)
    },
  }
  return run.call(this, task, { ...options, channel })
}

// for the processes that run test files
process.env.TEST_FOLDER = makeTestFolder()

/** Runs test files in child processes. */
export default createRunner({ runtime: 'child_process' })
