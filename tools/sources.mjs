import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders that a build compiles and bundles into dist/. */
const sourceFolders = ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src', 'tools']
/** The folders that it bundles into dist/pages, and builds as packages. */
const others = ['pages', 'clients/typescript/src', 'clients/typescript/trusted-documents.json']
/** Folders below them that a build leaves out: they make models for tests, or check the sources. */
const leftOut = ['lint', 'tiny-model'].map((name) => join(root, 'tools', name))
const isBuilt = (path) => !leftOut.includes(path)
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** Written at the end of a build, so that an interrupted build does not count. */
export const buildStamp = join(root, 'dist', '.built')

// Folders count too: deleting a file only changes the time of its folder.
function* pathsBelow(path) {
  if (!existsSync(path) || !isBuilt(path)) return
  yield path
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) yield* pathsBelow(join(path, name))
}

/** The time of the newest change to any input of a build, in milliseconds. */
export const newestSourceMs = () => {
  let newest = 0
  for (const name of [...sourceFolders, ...others, ...settings])
    for (const path of pathsBelow(join(root, name))) newest = Math.max(newest, statSync(path).mtimeMs)
  return newest
}

/** The time of the last build, in milliseconds; undefined without one. */
export const builtMs = () => (existsSync(buildStamp) ? statSync(buildStamp).mtimeMs : undefined)

/** Whether there is a build, and no input of it has changed since. */
export const isBuildFresh = () => builtMs() !== undefined && builtMs() >= newestSourceMs()

/** Whether a build is possible here: an image has no sources, and a production install has no compiler. */
export const canBuild = () => {
  if (!existsSync(join(root, 'tsconfig.build.json'))) return false
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)))
}

/** The message when a build is needed but impossible. */
export const cannotBuild =
  'Parley is not built, and the development dependencies that build it are not installed: run npm ci && npm run build && npm prune --omit=dev first.'
