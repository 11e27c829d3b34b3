import { createRunner } from 'jest-light-runner'
import Tinypool from 'tinypool'

const { run } = Tinypool.prototype

// The runner has one channel for all processes: as soon as one of them asks for its data, all are answered, and one that does not
// listen yet waits forever. Here each has a channel of its own, which enters the shared one when its process asks.
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

/** Runs test files in child processes. */
export default createRunner({ runtime: 'child_process' })
