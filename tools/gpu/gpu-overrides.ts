import { gpuIntegrity, gpuLibrary } from './gpu-packages.js'

/** The relevant keys of package.json. */
interface Manifest {
  readonly overrides: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** The relevant keys of package-lock.json. */
interface LockFile {
  readonly packages: Readonly<Record<string, unknown>>
}

const library = gpuLibrary.name
const standIn = `@${library}/win-arm64`
const packages = Object.keys(gpuIntegrity)

/**
 * The overrides that replace the GPU binaries by a small package for another system, which npm does not install. With
 * `wanted` they are removed, otherwise set. All other overrides keep their value and position.
 */
export function gpuOverrides({ overrides, optionalDependencies }: Manifest, wanted: boolean): Record<string, string> {
  const version = optionalDependencies[library]
  if (version === undefined) throw new Error(`${library} is not an optional dependency`)
  if (version !== gpuLibrary.version)
    throw new Error(
      `the recorded checksums are of ${library} ${gpuLibrary.version}, and package.json asks for ${version}`,
    )
  const others = Object.entries(overrides).filter(([name]) => !packages.includes(name))
  if (wanted) return Object.fromEntries(others)
  // next to the library's other packages, so that setting and removing the overrides restores the file
  const isOfLibrary = ([name]: [string, string]) => name.startsWith(`@${library}/`)
  const set = packages.map((name): [string, string] => [name, `npm:${standIn}@${version}`])
  return Object.fromEntries([...others.filter((entry) => !isOfLibrary(entry)), ...set, ...others.filter(isOfLibrary)])
}

/**
 * A lock file with the GPU packages, or with their replacements. npm follows it even when an override has changed, and
 * installs nothing with another checksum.
 */
export function lockGpuPackages<Lock extends LockFile>(lock: Lock, wanted: boolean): Lock {
  const other = lock.packages[`node_modules/${standIn}`]
  if (typeof other !== 'object' || other === null) throw new Error(`package-lock.json has no ${standIn}`)
  const entries = Object.entries(gpuIntegrity).map(([name, integrity]): [string, unknown] => [
    `node_modules/${name}`,
    wanted ? { ...locked, integrity } : { name: standIn, ...other },
  ])
  // existing entries keep their position
  return { ...lock, packages: { ...lock.packages, ...Object.fromEntries(entries) } }
}

/** The order of keys is npm's; the checksum differs for each package. */
const locked = {
  version: gpuLibrary.version,
  integrity: '',
  cpu: ['x64'],
  libc: ['glibc'],
  license: 'MIT',
  optional: true,
  os: ['linux'],
  engines: { node: '>=20.0.0' },
}

/** The options of `npm install`: development dependencies are installed only if they were before. */
export function installOptions(
  { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> },
  isInstalled: (name: string) => boolean,
): string[] {
  return Object.keys(devDependencies).every(isInstalled) ? [] : ['--omit=dev']
}
