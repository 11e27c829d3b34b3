import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canBuild, cannotBuild, root, sourcesDigest, stampBuild } from './sources.mjs'

// before the imports that need the bundler
if (!canBuild()) {
  console.error(cannotBuild)
  process.exit(1)
}
const { buildChat } = await import('../pages/chat/build.mjs')
const { buildDashboard } = await import('../pages/dashboard/build.mjs')
const { buildDocsPage } = await import('../pages/api-docs/swagger-ui/build.mjs')
const { buildPlayground } = await import('../pages/playground/build.mjs')
const { bundlePrograms } = await import('./bundle.mjs')
const { buildRedocPage } = await import('../pages/api-docs/redoc/build.mjs')

const startedMs = Date.now()
// a source that is saved during the build makes it stale
const digest = sourcesDigest()
console.log('build: building dist/, which takes about a minute on a small machine')
const dist = join(root, 'dist')
const modules = join(dist, 'modules')
rmSync(dist, { recursive: true, force: true })

const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
const compile = (project) => {
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  rmSync(dist, { recursive: true, force: true })
  console.error('build: the compiler found errors, nothing was built')
  process.exit(1)
}
compile('tsconfig.build.json')

// compiled modules import the compiled packages
const scope = join(modules, 'node_modules', '@parley')
mkdirSync(scope, { recursive: true })
for (const name of readdirSync(join(modules, 'packages'))) {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  // an entry for tests is not compiled
  const entries = Object.entries(manifest.exports).filter(([, path]) => path.startsWith('./src/'))
  const compiled = entries.map(([entry, path]) => [entry, path.replace(/\.ts$/, '.js')])
  writeFileSync(
    join(modules, 'packages', name, 'package.json'),
    JSON.stringify({ ...manifest, exports: Object.fromEntries(compiled) }),
  )
  symlinkSync(join('..', '..', 'packages', name), join(scope, name))
}

// `@parley/client`
const client = join('packages', 'client')
rmSync(join(root, client, 'dist'), { recursive: true, force: true })
compile(join(client, 'tsconfig.build.json'))

const pages = join(dist, 'pages')
await Promise.all([
  bundlePrograms(modules, dist),
  buildChat(root, join(pages, 'chat')),
  buildPlayground(root, join(pages, 'playground')),
  buildDocsPage(root, join(pages, 'swagger-ui')),
  buildDashboard(root, join(pages, 'dashboard')),
  buildRedocPage(root, join(pages, 'redoc')),
])

stampBuild(digest)
console.log(`build: dist/ is ready (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
