import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { shorten } from './report.mjs'

/** More failures than this are not a matter of chance. */
const mostSuites = 10

/** A suite that kills a process: a race there is a defect of the product. */
const kills = /^test\/process\/|SIG(KILL|STOP|TERM|INT)|\.kill\(/

/**
 * @typedef {object} FlakySuite
 * @property {string} suite path
 * @property {string} step
 * @property {string} message of its first failure
 */

/**
 * Runs each failed suite once more, alone, when it may have failed by chance. If it passes, its second results replace
 * the first, and the list of flaky suites gets a row in a work tree. A suite that has a row is not run again, nor is one
 * of a run that a signal has ended.
 *
 * @param {import('./step-runner.mjs').StepRunner} runner
 * @param {import('./step-runner.mjs').StepOutcome[]} outcomes are changed
 * @param {string} list path of the list
 * @returns {Promise<FlakySuite[]>}
 */
export async function runFailedSuitesAgain(runner, outcomes, list) {
  const listed = existsSync(list) ? readFileSync(list, 'utf8') : ''
  const failed = outcomes.flatMap((outcome) =>
    [...new Set(outcome.results.failures.map(({ suite }) => suite))].map((suite) => ({ outcome, suite })),
  )
  if (failed.length > mostSuites) return []
  const flaky = []
  for (const { outcome, suite } of failed) {
    if (runner.isStopped) break
    if (!mayRunAgain(outcome.step, suite) || listed.includes(`\`${suite}\``)) continue
    const second = await runner.runStep(outcome.step, suite)
    if (second.results.failures.length > 0) continue
    const isOfSuite = (failure) => failure.suite === suite
    const [first] = outcome.results.failures.filter(isOfSuite)
    flaky.push({ suite, step: outcome.step.name, message: `${first.name}: ${first.message}` })
    const count = outcome.results.failures.filter(isOfSuite).length
    outcome.results = {
      passed: outcome.results.passed + count,
      failures: outcome.results.failures.filter((failure) => !isOfSuite(failure)),
    }
  }
  if (isWorkTree()) for (const row of flaky) appendFileSync(list, rowOf(row))
  return flaky
}

function mayRunAgain({ suites }, suite) {
  return suites !== undefined && existsSync(suite) && !kills.test(suite) && !kills.test(readFileSync(suite, 'utf8'))
}

function isWorkTree() {
  try {
    return execFileSync('git', ['rev-parse', '--is-inside-work-tree'], { encoding: 'utf8' }).trim() === 'true'
  } catch {
    return false
  }
}

function rowOf({ suite, step, message }) {
  const day = new Date().toISOString().slice(0, 10)
  return `| \`${suite}\` | ${step} | ${day} | ${shorten(message).replaceAll('|', '\\|')} |\n`
}
