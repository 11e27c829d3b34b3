import { addEventHandler } from 'jest-circus'
import { runStep } from './faults.mjs'
import { rememberState } from './leftovers.mjs'

// The runner has no time limit for tests and hooks. This one only detects hangs, so it is long enough for a loaded
// machine on which a test starts ten processes.
const defaultMs = 180_000
// Tests may fake the global timers.
const { setTimeout, clearTimeout } = globalThis

addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1), currentDescribeBlock)
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), currentDescribeBlock)
})

// The process ends with the run, even if a test has left something open.
process.once('disconnect', () => process.exit())

// The runner has set its own variables and globals.
rememberState()

function limit(testOrHook, block) {
  const { fn, timeout: ms = defaultMs } = testOrHook
  if (!fn) return
  const name = nameOf(testOrHook, block)
  testOrHook.fn = () =>
    runStep(
      name,
      () =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`not finished within ${ms} ms`)), ms)
          Promise.resolve()
            .then(() => fn())
            .then(resolve, reject)
            .finally(() => clearTimeout(timer))
        }),
    )
}

function nameOf({ type, name = type }, block) {
  const titles = [name]
  for (let each = block; each?.parent; each = each.parent) titles.unshift(each.name)
  return titles.join(' > ')
}
