import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingsIn } from './findings.js'
import type { Finding } from './findings.js'
import { quotationsIn } from './quotations.js'
import { exempt, pending, quoting } from './scope.js'

// npm run lint:prose [-- PATH...]: with paths, what is pending below them is printed too.
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const asked = process.argv.slice(2)
const readable = /\.(ts|mjs|js|md|sh|graphql)$|(^|\/)(\.env\.example|Dockerfile)$|^\.ci\/run$/
const contents = (path: string) => readFileSync(join(root, path), 'utf8')
const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

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
const isPending = ({ path }: Finding) => pending.some((folder) => isBelow(path, folder))
const isAsked = ({ path }: Finding) => asked.some((folder) => isBelow(path, folder))

for (const { path, line, rule, found, instead } of findings.filter(
  (finding) => isAsked(finding) || !isPending(finding),
))
  console.error(`${path}:${String(line)}: "${found}" (${rule}). Write: ${instead}`)
const mended = pending.filter(
  (folder) => existsSync(join(root, folder)) && !findings.some(({ path }) => isBelow(path, folder)),
)
for (const folder of mended) console.error(`tools/lint/prose/scope.ts: ${folder} is mended: remove it from the list`)

const left = findings.filter(isPending).length
console.log(`${String(findings.length - left)} findings, ${String(left)} in folders that are pending`)
process.exitCode = left === findings.length && mended.length === 0 ? 0 : 1
