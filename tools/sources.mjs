import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** What a build compiles into dist/. */
export const sourceFolders = ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src', 'tools']
/** What it bundles into dist/pages. */
const pages = 'pages'
/** Folders below them that no build reads: they make models for tests, or check the sources. */
const leftOut = ['lint', 'tiny-model'].map((name) => join(root, 'tools', name))
export const isBuilt = (path) => !leftOut.includes(path)
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** Written as the last act of a build, so that a build that was cut short counts as none. */
export const buildStamp = join(root, 'dist', '.built')

// Folders count too: deleting a file changes nothing but the time of its folder.
function* pathsBelow(path) {
  if (!existsSync(path) || !isBuilt(path)) return
  yield path
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) yield* pathsBelow(join(path, name))
}

/** Milliseconds of the newest change to anything a build reads. */
export const newestSourceMs = () => {
  let newest = 0
  for (const name of [...sourceFolders, pages, ...settings])
    for (const path of pathsBelow(join(root, name))) newest = Math.max(newest, statSync(path).mtimeMs)
  return newest
}

/** Whether this checkout has what a build is made from and with: an image has no sources, a production install no compiler. */
export const canBuild = () => {
  if (!existsSync(join(root, 'tsconfig.build.json'))) return false
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)))
}

/** What is printed where a build is needed and cannot be made. */
export const cannotBuild =
  'Parley is not built, and the development dependencies that build it are not installed: run npm ci && npm run build && npm prune --omit=dev first.'
