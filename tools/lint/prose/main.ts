import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingsIn } from './findings.js'
import { quotationsIn } from './quotations.js'
import { exempt, quoting } from './scope.js'

// npm run lint:prose
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const readable = /\.(tsx?|mjs|js|md|sh|graphql)$|^examples\/.*\.py$|(^|\/)(\.env\.example|Dockerfile)$|^\.ci\/run$/
const contents = (path: string) => readFileSync(join(root, path), 'utf8')

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => readable.test(path) && existsSync(join(root, path)) && !exempt.some((pattern) => pattern.test(path)),
  )
const quotations = quotationsIn(paths.filter((path) => path.startsWith('docs/contract/')).map(contents))

const findings = paths.flatMap((path) => {
  const isQuoting = quoting.some((pattern) => pattern.test(path))
  return findingsIn(path, contents(path), (sentence) => isQuoting || quotations.has(sentence))
})

for (const { path, line, rule, found, instead } of findings)
  console.error(`${path}:${String(line)}: "${found}" (${rule}). Write: ${instead}`)
console.log(`${String(findings.length)} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
