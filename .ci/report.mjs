import { readFileSync } from 'node:fs'

const mostCharacters = 1_000
const mostLogLines = 60

/** A text in one line. */
export function shorten(text) {
  return text
    .replaceAll(/\x1b\[\d+m/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostCharacters)
}

/** The lines about each step that failed: its failures, or the end of its output. */
export function describeFailures(outcomes) {
  return outcomes
    .filter(({ results }) => results.failures.length > 0)
    .flatMap(({ step, results, log }) => {
      const isNamed = results.failures.some(({ suite }) => suite !== '' && suite !== step.name)
      return [
        ...(isNamed || log === '' ? [] : endOf(log)),
        ...results.failures.map(
          ({ suite, name, message }) => `FAILED in ${step.name}: ${shorten(`${suite}: ${name}: ${message}`)}`,
        ),
      ]
    })
}

function endOf(log) {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-mostLogLines)
}

/** A table of the steps, slowest first, and a line for each flaky suite. */
export function describeSteps(outcomes, flaky) {
  const row = (name, ...figures) => name.padEnd(22) + figures.map((figure) => figure.padStart(12)).join('')
  const rows = outcomes
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ step, seconds, cpuSeconds, results }) =>
      row(
        step.name,
        seconds.toFixed(1),
        cpuSeconds.toFixed(1),
        String(results.passed),
        String(results.failures.length),
      ),
    )
  return [
    row('step', 'seconds', 'CPU seconds', 'passed', 'failed'),
    ...rows,
    ...flaky.map(({ suite, step, message }) => `flaky: ${suite} in ${step}: ${shorten(message)}`),
  ]
}

export function closingLine(outcomes) {
  const passed = outcomes.reduce((sum, { results }) => sum + results.passed, 0)
  const failed = outcomes.reduce((sum, { results }) => sum + results.failures.length, 0)
  return { line: `${passed} passed, ${failed} failed`, isGreen: failed === 0 }
}
