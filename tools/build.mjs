import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStamp, canBuild, cannotBuild, isBuilt, root, sourceFolders } from './sources.mjs'

// before the imports that need the bundler
if (!canBuild()) {
  console.error(cannotBuild)
  process.exit(1)
}
const { buildChat } = await import('../pages/chat/build.mjs')
const { buildDashboard } = await import('../pages/dashboard/build.mjs')
const { buildDocsPage } = await import('../pages/api-docs/swagger-ui/build.mjs')
const { buildPlayground } = await import('../pages/playground/build.mjs')
const { buildRedocPage } = await import('../pages/api-docs/redoc/build.mjs')

const startedMs = Date.now()
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })

const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const compile = (project) => {
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  rmSync(dist, { recursive: true, force: true })
  console.error('build: the compiler found errors, nothing was built')
  process.exit(1)
}
compile('tsconfig.build.json')

// SDL and other files that the code reads are copied to the same place below dist/.
const isAsset = (path) => isBuilt(path) && !/\.(ts|mjs|md)$/.test(path)
for (const folder of sourceFolders.filter((name) => existsSync(join(root, name))))
  cpSync(join(root, folder), join(dist, folder), { recursive: true, filter: isAsset })

// `@parley/client`: the package itself, and its manifest for the server
const client = join('clients', 'typescript')
rmSync(join(root, client, 'dist'), { recursive: true, force: true })
compile(join(client, 'tsconfig.build.json'))
cpSync(join(root, client, 'trusted-documents.json'), join(dist, client, 'trusted-documents.json'))

const pages = join(dist, 'pages')
await Promise.all([
  buildChat(root, join(pages, 'chat')),
  buildPlayground(root, join(pages, 'playground')),
  buildDocsPage(root, join(pages, 'swagger-ui')),
  buildDashboard(root, join(pages, 'dashboard')),
  buildRedocPage(root, join(pages, 'redoc')),
])

writeFileSync(buildStamp, '')
// A source that was saved during the build counts as newer than the build.
utimesSync(buildStamp, startedMs / 1000, startedMs / 1000)
console.log(`build: dist/ is ready (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
