import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders that a build compiles and bundles into dist/. */
const sourceFolders = ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src', 'packages', 'tools']
/** The folder that it bundles into dist/pages. */
const pages = 'pages'
/** Folders below them that a build leaves out: they make models for tests, or check the sources. */
const leftOut = [join(root, 'tools', 'lint'), join(root, 'packages', 'testing')]
const isInput = (path) =>
  !leftOut.includes(path) && !/^packages\/[^/]+\/(test|dist|node_modules|README\.md)$/.test(relative(root, path))
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** Has the digest of what was built. Written at the end of a build, so that an interrupted one does not count. */
const buildStamp = join(root, 'dist', '.built')

function* filesBelow(path) {
  if (!existsSync(path) || !isInput(path)) return
  if (!statSync(path).isDirectory()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name))
}

/**
 * A digest of the names and contents of the inputs of a build, which is the same after a checkout, or when a file was
 * written again without a change.
 */
export const sourcesDigest = () => {
  const digest = createHash('sha256')
  for (const name of [...sourceFolders, pages, ...settings])
    for (const path of filesBelow(join(root, name))) {
      const bytes = readFileSync(path)
      digest.update(`${relative(root, path)} ${String(bytes.length)}\n`).update(bytes)
    }
  return digest.digest('hex')
}

export const isBuilt = () => existsSync(buildStamp)

/** Whether there is a build, and no input of it has changed since. */
export const isBuildFresh = () => isBuilt() && readFileSync(buildStamp, 'utf8') === sourcesDigest()

/** Ends a build of the sources that had the digest when it began. */
export const stampBuild = (digest) => writeFileSync(buildStamp, digest)

/** Whether a build is possible here: an image has no sources, and a production install has no compiler. */
export const canBuild = () => {
  if (!existsSync(join(root, 'tsconfig.build.json'))) return false
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)))
}

/** The message when a build is needed but impossible. */
export const cannotBuild =
  'Parley is not built, and the development dependencies that build it are not installed: run npm ci && npm run build && npm prune --omit=dev first.'
