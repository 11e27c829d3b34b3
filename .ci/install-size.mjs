// Run after `npm ci`: fails when node_modules, or the part that `npm ci --omit=dev` installs, exceeds its limit.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { glibcVersionRuntime } = process.report.getReport().header
const libc = glibcVersionRuntime ? 'glibc' : 'musl'

// npm 10 also installs packages for another C library
const isForThisMachine = ({ libc: needed = [libc] }) => needed.includes(libc)
const installed = Object.entries(packages).filter(([path]) => path !== '' && existsSync(path))
const production = installed.filter(([, entry]) => !entry.dev && isForThisMachine(entry)).map(([path]) => path)

/** Megabytes on the disk; a nested folder counts once. */
const sizeOf = (paths) => {
  const output = execFileSync('du', ['-cm', '--files0-from=-'], { input: paths.join('\0'), encoding: 'utf8' })
  return Number(/^(\d+)\ttotal$/m.exec(output)?.[1])
}

const installs = [
  { what: 'npm ci', megabytes: sizeOf(['node_modules']), most: 645 },
  { what: 'npm ci --omit=dev', megabytes: sizeOf(production), most: 306 },
]
for (const { what, megabytes, most } of installs) console.log(`${what}: ${megabytes} MB, at most ${most} MB`)
if (!installs.every(({ megabytes, most }) => megabytes <= most)) process.exitCode = 1
