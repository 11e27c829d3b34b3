// `node tools/run-built.mjs admin list` runs dist/tools/admin.js: operator's commands need no development dependencies,
// and use the same build as the server. A missing build is made; an existing one is never replaced below a running
// server.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { canBuild, cannotBuild, isBuilt, root } from './sources.mjs'

if (!isBuilt()) {
  if (!canBuild()) {
    console.error(cannotBuild)
    process.exit(1)
  }
  // stdout is reserved for the output of the command
  const { status } = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
}
const [name] = process.argv.splice(2, 1)
await import(pathToFileURL(join(root, 'dist', 'tools', `${name}.js`)).href)
