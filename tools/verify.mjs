import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

const openApiDocuments = ['application', 'chat-log', 'admin', 'office', 'character', 'line-1.4']

const emitted = (name, script, fresh) => ({ name, script, fresh, advice: `commit what \`npm run ${script}\` wrote` })

/** One row per step. `fresh` lists files that the command must not change. */
const steps = [
  { name: 'format', script: 'format:check', advice: 'run `npm run format`' },
  { name: 'types', script: 'types', advice: 'the compiler says above what does not fit' },
  {
    ...emitted('the lock file is narrow', 'lock:narrow', ['package-lock.json']),
    advice: 'run `npm ci`, and commit what `npm run lock:narrow` wrote',
  },
  emitted('SDL is fresh', 'schema:emit', ['schema/schema.graphql', 'schema/service.graphql']),
  emitted('the page of errors is fresh', 'errors:emit', ['docs/reference/errors.md']),
  emitted('the page of lines is fresh', 'lines:emit', ['docs/reference/lines.md']),
  emitted('the settings are fresh', 'settings:emit', ['.env.example', 'docs/configuration.md']),
  emitted(
    'OpenAPI is fresh',
    'openapi:emit',
    openApiDocuments.map((name) => `docs/openapi/${name}.json`),
  ),
  { name: 'OpenAPI lint', script: 'openapi:lint', advice: 'mend the row, or src/http/openapi, that wrote it' },
  emitted('operations are fresh', 'operations', [
    'rest-facade/operations/operations.generated.ts',
    'rest-facade/operations/service-operations.generated.ts',
    'packages/client/src/operation-types.generated.ts',
    'pages/dashboard/operation-types.generated.ts',
  ]),
  emitted('operations of the client and the console are fresh', 'client:emit', [
    'packages/client/src/operations.generated.ts',
    'packages/client/src/texts.generated.ts',
    'packages/client/trusted-documents.json',
    'pages/dashboard/operations.generated.ts',
    'pages/dashboard/trusted-documents.json',
  ]),
  emitted('the page of tests is fresh', 'tests:emit', ['docs/reference/tests.md']),
  {
    name: 'licences',
    script: 'licences',
    advice: 'replace the package, or say in tools/check-licences.mjs why its licence is acceptable',
  },
  {
    name: 'no breaking SDL change',
    script: 'schema:breaking',
    advice: 'deprecate a field before it goes, or release a major',
  },
  {
    name: 'prose',
    script: 'lint:prose',
    advice: 'every finding says what to write; docs/reference/glossary.md has the words',
  },
  { name: 'lint', script: 'lint', advice: 'every finding carries a sentence that says where the line belongs' },
]

const contents = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)

async function check({ script, fresh = [] }) {
  const startedMs = Date.now()
  const before = fresh.map(contents)
  const { status, output } = await run(script)
  const stale = status === 0 ? fresh.filter((path, index) => contents(path) !== before[index]) : []
  return { isGood: status === 0 && stale.length === 0, output, stale, seconds: (Date.now() - startedMs) / 1000 }
}

function run(script) {
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })))
}

function report({ name, script, advice }, { isGood, output, stale, seconds }) {
  const took = `${seconds.toFixed(1)} s`
  if (isGood) return console.log(`verify: ${name}: ok (${took})`)
  process.stderr.write(output)
  for (const path of stale) console.error(`${path} was out of date and is written anew`)
  console.error(`verify: ${name}: FAILED after ${took} (npm run ${script}): ${advice}`)
  process.exitCode = 1
}

// steps that write run first, one at a time; the others then share the cores
for (const step of steps.filter(({ fresh }) => fresh)) report(step, await check(step))
const reading = steps.filter(({ fresh }) => !fresh)
await Promise.all(reading.map(async (step) => report(step, await check(step))))
