// `npm run tests:emit`: writes docs/reference/tests.md. Names of steps as arguments: these have passed on this commit.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { steps } from '../../.ci/steps.mjs'
import { allSuites, runsSuite } from '../../.ci/suites.mjs'
import { writePage } from './write-page.mjs'

const page = 'docs/reference/tests.md'
const passed = process.argv.slice(2)

const row = (...cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
const code = (text) => `\`${text}\``
const isOf = (tier) => (step) => step.tier === tier || step.tier === 'both'

const serversOf = ({ servers = [], suites }) =>
  [...servers, ...(suites?.node ? [`Node.js ${suites.node}`] : [])].join(', ')

/** Commit and day of the last pass of each step, as the page has them. */
function lastPasses() {
  const rows = existsSync(page)
    ? readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)` .*\| ([0-9a-f]{8}, [\d-]{10}) +\|$/gm)
    : []
  const known = new Map([...rows].map(([, name, pass]) => [name, pass]))
  if (passed.length === 0) return known
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  for (const name of passed) known.set(name, `${commit}, ${new Date().toISOString().slice(0, 10)}`)
  return known
}

const passes = lastPasses()
const gateRows = steps.filter(isOf('gate')).map((step) => row(code(step.name), step.about, serversOf(step)))
const longRows = steps
  .filter(isOf('long'))
  .map((step) => row(code(step.name), step.about, serversOf(step), passes.get(step.name) ?? 'not recorded'))

/** The names of the steps that run a suite, first those of the gate. */
function stepsOf(suite) {
  const names = (tier) => steps.filter((step) => isOf(tier)(step) && runsSuite(step, suite)).map(({ name }) => name)
  const [gate, long] = [names('gate'), names('long')]
  return row(gate.map(code).join(', '), long.map(code).join(', ')).slice(2)
}

/** A row for each folder, and one for each set of suites in it that other steps run than most of its suites. */
function suiteRows() {
  const folders = groupBy(allSuites(), dirname)
  return [...folders].flatMap(([folder, suites]) => {
    const groups = [...groupBy(suites, stepsOf)].sort(([, one], [, other]) => other.length - one.length)
    const nameOf = (suite) => suite.slice(folder.length + 1).replace(/\.ts$/, '')
    return groups.map(([cells, own], index) => {
      const names = index === 0 ? (groups.length === 1 ? 'all' : 'all others') : own.map(nameOf).map(code).join(', ')
      return `| ${code(folder)} | ${names} | ${cells}`
    })
  })
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

const text = `# Tests

<!-- Emitted from .ci/steps.mjs by \`npm run tests:emit\`. Do not edit. -->

\`bash .ci/run\` is the gate of every change. \`bash .ci/run --long\` runs what takes longer, and before an issue ends its steps must have
passed. \`bash .ci/run --only=NAME\` runs one step of either with its servers, installing and building first what is missing; several names are
separated by commas. \`CI_LOGS=FOLDER\` keeps the output and the results of each step.

A run prints a table of its steps, slowest first, and ends with the numbers of passed and failed tests. A suite that fails is run once more,
alone. If it passes then, it is flaky: the run passes, names it, and adds a row to [test/flaky.md](../../test/flaky.md). A suite with a row there, or
one that kills processes, is not run again, nor are the campaigns (crash, cluster, attacks, soak).

## Steps of the gate

${table(['step', 'what it runs', 'servers'], gateRows)}

## Steps of \`--long\`

${table(['step', 'what it runs', 'servers', 'last pass'], longRows)}

## The steps of each suite

${table(['folder', 'suites', 'gate', '`--long`'], suiteRows())}
`
await writePage(page, text)
