import { execFileSync } from 'node:child_process'

/**
 * Writes commit and day of the steps that have passed into docs/reference/tests.md, in a work tree without other
 * changes.
 *
 * @param {readonly import('./step-runner.mjs').StepOutcome[]} outcomes
 */
export function recordPasses(outcomes) {
  const passed = outcomes.filter(({ results }) => results.failures.length === 0).map(({ step }) => step.name)
  if (passed.length > 0 && isUnchanged()) execFileSync('npm', ['run', '--silent', 'tests:emit', '--', ...passed])
}

function isUnchanged() {
  try {
    return execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim() === ''
  } catch {
    // no work tree
    return false
  }
}
