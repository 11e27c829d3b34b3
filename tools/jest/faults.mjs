import { AsyncLocalStorage } from 'node:async_hooks'
import { relative } from 'node:path'
import { inspect } from 'node:util'

/** The test, the hook or the top level of a file in whose asynchronous context the code runs. */
const steps = new AsyncLocalStorage()
/** The faults that no result of a file has yet. */
let faults = []
let file = 'no file'
let running
let previous

process.on('unhandledRejection', (reason) => note('unhandled rejection', reason))
process.on('uncaughtException', (error) => note('uncaught exception', error))
// No result follows: the exit code of the process is that of a failure.
process.on('exit', () => {
  if (faults.length === 0) return
  process.stderr.write(`${takeFaults().join('\n')}\n`)
  process.exitCode = 1
})

/** Without a listener such an error would end the process, with the results of its other files. */
function note(kind, error) {
  // A test that has a listener of its own expects the error.
  if (process.listenerCount('uncaughtException') > 1 && kind === 'uncaught exception') return
  const cause = steps.getStore()
  // A callback of a native engine has no context of a test.
  const origin = cause ? `of ${nameOf(cause)}` : 'of unknown origin'
  const ran = running ? `while ${nameOf(running)} ran, after` : 'after'
  const text = error instanceof Error ? error.stack : inspect(error)
  faults.push(`${kind} ${origin}, reported ${ran} ${nameOf(previous)}: ${text}`)
}

const nameOf = (step) => (step ? `"${step.name}" (${step.file})` : 'the start of the process')

/** Runs the top level of a test file, then its tests and hooks as steps of it. */
export async function runFile(path, work) {
  file = relative(process.cwd(), path)
  try {
    return await steps.run({ file, name: 'top level' }, work)
  } finally {
    // What the last test rejects is reported after the promise jobs of this turn.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
}

/** Runs a test or a hook: a fault of a promise or a callback that it makes has its name. */
export function runStep(name, work) {
  const step = { file, name }
  running = step
  return steps
    .run(step, work)
    .catch(rethrowWithCauses)
    .finally(() => {
      if (running === step) running = undefined
      previous = step
    })
}

/** The runner prints only the stack of an error, and that of a failed request or property does not say why. */
function rethrowWithCauses(error) {
  for (let cause = error?.cause; cause instanceof Error; cause = cause.cause)
    error.stack += `\n\nCaused by: ${cause.stack ?? cause.message}`
  throw error
}

/** The faults since the last call, one text each. */
export function takeFaults() {
  const taken = faults
  faults = []
  return taken
}

// tests may fake the global
const { setImmediate } = globalThis
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
