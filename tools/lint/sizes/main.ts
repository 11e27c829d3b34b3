import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sizeWarnings } from './size-warnings.js'

// npm run review:sizes
const root = fileURLToPath(new URL('../../..', import.meta.url))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1

const warnings = sizeWarnings(new Map(paths.map((path) => [path, linesOf(path)])))

for (const warning of warnings) console.log(warning)
console.log(`${String(warnings.length)} questions for a reviewer`)
