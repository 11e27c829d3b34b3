import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

/** One line per step, in order of cost. `fresh` names files that the command must leave byte for byte as it found them. */
const steps = [
  { name: 'format', script: 'format:check', advice: 'run `npm run format`' },
  { name: 'types', script: 'types', advice: 'the compiler says above what does not fit' },
  {
    name: 'SDL is fresh',
    script: 'schema:emit',
    fresh: ['schema/schema.graphql', 'schema/service.graphql'],
    advice: 'commit what `npm run schema:emit` wrote',
  },
  {
    name: 'the page of errors is fresh',
    script: 'errors:emit',
    fresh: ['docs/errors.md'],
    advice: 'commit what `npm run errors:emit` wrote',
  },
  {
    name: 'the page of lines is fresh',
    script: 'lines:emit',
    fresh: ['docs/lines.md'],
    advice: 'commit what `npm run lines:emit` wrote',
  },
  {
    name: 'OpenAPI is fresh',
    script: 'openapi:emit',
    fresh: ['docs/openapi/application.json', 'docs/openapi/chat-log.json', 'docs/openapi/admin.json'],
    advice: 'commit what `npm run openapi:emit` wrote',
  },
  { name: 'OpenAPI lint', script: 'openapi:lint', advice: 'mend the row, or src/http/openapi, that wrote it' },
  {
    name: 'operations are fresh',
    script: 'operations',
    fresh: ['rest-facade/operations.generated.ts', 'rest-facade/service-operations.generated.ts'],
    advice: 'commit what `npm run operations` wrote',
  },
  {
    name: 'no breaking SDL change',
    script: 'schema:breaking',
    advice: 'deprecate a field before it goes, or release a major',
  },
  { name: 'lint', script: 'lint', advice: 'every finding carries a sentence that says where the line belongs' },
]

const contents = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)

for (const { name, script, fresh = [], advice } of steps) {
  const startedMs = Date.now()
  const before = fresh.map(contents)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], { cwd: root, encoding: 'utf8' })
  const stale = status === 0 ? fresh.filter((path, index) => contents(path) !== before[index]) : []
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  if (status !== 0 || stale.length > 0) {
    process.stderr.write(`${stdout}${stderr}`)
    for (const path of stale) console.error(`${path} was out of date and is written anew`)
    console.error(`verify: ${name}: FAILED after ${seconds} s (npm run ${script}): ${advice}`)
    process.exit(1)
  }
  console.log(`verify: ${name}: ok (${seconds} s)`)
}
