import { z } from 'zod'

const texts = z.record(z.string(), z.string()).optional()
const lockedPackage = z.looseObject({
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  engines: z.unknown().optional(),
  dev: z.boolean().optional(),
  dependencies: texts,
  optionalDependencies: texts,
  peerDependencies: texts,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
})

/** The relevant keys of package-lock.json. */
export const lockSchema = z.looseObject({ packages: z.record(z.string(), lockedPackage) })
export type LockedPackage = z.infer<typeof lockedPackage>
type LockFile = z.infer<typeof lockSchema>

/** The build copies or bundles self-contained files of these packages: their dependencies are never loaded. */
const builtForms = ['@graphql-yoga/render-graphiql', 'katex', 'redoc', 'swagger-ui-dist']
/** Dependencies that are used only to compile: binaries for the machine are installed, or JavaScript does the same. */
const compilers: Readonly<Record<string, string>> = { 'node-llama-cpp': 'cmake-js', msgpackr: 'msgpackr-extract' }
/**
 * npm treats installed peers of these packages as needed, although only projects that are built with the package need
 * them.
 */
const withoutOptionalPeers = ['node-llama-cpp']
/**
 * Tools of development that declare Node.js 22 and run on 20, on which the gate runs: the runner of the tests with its
 * colours, and parts of the servers that the bench compares with. npm would warn of them, or refuse to install.
 */
const runsOnNode20 = ['jest-light-runner', 'supports-color', 'content-disposition', 'cookie']
export const node22 = z.object({ node: z.string().regex(/^>=22(\.0\.0)?$/) })

/**
 * The lock file with narrower entries, by which `npm ci` installs less: no packages of another processor or C library,
 * no dependencies of a built form, and no compiler without development dependencies. `npm install` keeps the entries
 * until the version of a package changes.
 */
export function narrowLock(lock: LockFile): LockFile {
  const entries = Object.entries(lock.packages).map(([path, entry]): [string, LockedPackage] => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [path, narrowPackage(name, entry)]
  })
  return { ...lock, packages: Object.fromEntries(entries) }
}

function narrowPackage(name: string, { engines, ...others }: LockedPackage): LockedPackage {
  const isWrong = others.dev && runsOnNode20.includes(name) && node22.safeParse(engines).success
  const declared = isWrong || engines === undefined ? others : { ...others, engines }
  const compiler = compilers[name]
  const entry = compiler === undefined ? declared : leaveOut(compiler, declared)
  if (builtForms.includes(name)) {
    const { dependencies, peerDependencies, peerDependenciesMeta, ...rest } = entry
    return rest
  }
  if (withoutOptionalPeers.includes(name)) return leaveOutOptionalPeers(entry)
  // it also declares x64, for cross builds to arm64
  if (name === '@node-llama-cpp/linux-arm64') return { ...entry, cpu: ['arm64'] }
  const libc = /^@libsql\/linux-\w+-(gnu|musl)/.exec(name)?.[1]
  if (libc !== undefined) return { ...entry, libc: [libc === 'gnu' ? 'glibc' : libc] }
  return entry
}

function leaveOut(unused: string, entry: LockedPackage): LockedPackage {
  const { dependencies, optionalDependencies, ...rest } = entry
  const others = (names: Readonly<Record<string, string>> = {}) => {
    return Object.fromEntries(Object.entries(names).filter(([name]) => name !== unused))
  }
  const kept = { dependencies: others(dependencies), optionalDependencies: others(optionalDependencies) }
  return { ...rest, ...Object.fromEntries(Object.entries(kept).filter(([, names]) => Object.keys(names).length > 0)) }
}

function leaveOutOptionalPeers(entry: LockedPackage): LockedPackage {
  const { peerDependencies = {}, peerDependenciesMeta = {}, ...rest } = entry
  const isOptional = (name: string) => peerDependenciesMeta[name]?.optional === true
  const needed = Object.entries(peerDependencies).filter(([name]) => !isOptional(name))
  return needed.length === 0 ? rest : { ...rest, peerDependencies: Object.fromEntries(needed) }
}
