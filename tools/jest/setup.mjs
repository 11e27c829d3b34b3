import { addEventHandler } from 'jest-circus'

// The runner has no time limit for tests and hooks. This one only detects hangs, so it is long enough for a loaded
// machine.
const defaultMs = 60_000
// Tests may fake the global timers.
const { setTimeout, clearTimeout } = globalThis

addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1))
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1))
})

// The process ends with the run, even if a test has left something open.
process.once('disconnect', () => process.exit())

function limit(testOrHook) {
  const { fn, timeout: ms = defaultMs } = testOrHook
  if (!fn) return
  testOrHook.fn = () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not finished within ${ms} ms`)), ms)
      Promise.resolve()
        .then(() => fn())
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
