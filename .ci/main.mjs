import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseSteps } from './choose-steps.mjs'
import { runFailedSuitesAgain } from './flaky.mjs'
import { recordPasses } from './passes.mjs'
import { closingLine, describeFailures, describeSteps } from './report.mjs'
import { StepRunner } from './step-runner.mjs'
import { suitesOf as tableOfSuites } from './suites.mjs'

const say = (line) => console.log(line)
const ownFolder = mkdtempSync(join(tmpdir(), 'parley-ci-'))
// CI_LOGS keeps the output and the results of every step
const folder = process.env['CI_LOGS'] || ownFolder
const campaigns = ['crash', 'cluster', 'abuse', 'soak']
const env = {
  ...Object.fromEntries(campaigns.map((name) => [`${name.toUpperCase()}_RESULTS`, join(folder, `${name}.md`)])),
  EXAMPLES: join(folder, 'examples'),
}
/** @type {StepRunner | undefined} */
let runner
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    process.exitCode = code
    void runner?.stop(`ended by ${signal}`)
  })

let closing = '0 passed, 1 failed'
try {
  mkdirSync(folder, { recursive: true })
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      // for the tests of this program
      steps: { type: 'string', default: './steps.mjs' },
      'flaky-list': { type: 'string', default: 'test/flaky.md' },
    },
  })
  const startedAt = performance.now()
  const { steps, suitesOf = tableOfSuites } = await import(values.steps)
  runner = new StepRunner({ folder, env, suitesOf, cores: Math.max(2, availableParallelism()), say })
  const only = values.only.flatMap((names) => names.split(','))
  const outcomes = await runner.run(chooseSteps(steps, { long: values.long, only }))
  const flaky = await runFailedSuitesAgain(runner, outcomes, values['flaky-list'])
  if (values.long || only.length > 0) recordPasses(outcomes)
  for (const line of describeFailures(outcomes)) say(line)
  for (const line of describeSteps(outcomes, flaky)) say(line)
  say(`ci: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  const { line, isGreen } = closingLine(outcomes)
  closing = line
  process.exitCode ??= isGreen ? 0 : 1
} catch (error) {
  say(`ci: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(ownFolder, { recursive: true, force: true })
  say(closing)
}
