import { gpuIntegrity, gpuLibrary } from './gpu-packages.js'

/** Of package.json, what this is about. */
interface Manifest {
  readonly overrides: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** Of package-lock.json. */
interface LockFile {
  readonly packages: Readonly<Record<string, unknown>>
}

const library = gpuLibrary.name
const standIn = `@${library}/win-arm64`
const packages = Object.keys(gpuIntegrity)

/**
 * The overrides that put a small package for another system in the place of the GPU binaries, which npm then leaves out:
 * lifted with `wanted`, else set. Every other override keeps its value and its place.
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
  // beside the other packages of the library, so that lifting and setting leave the file as it was
  const isOfLibrary = ([name]: [string, string]) => name.startsWith(`@${library}/`)
  const set = packages.map((name): [string, string] => [name, `npm:${standIn}@${version}`])
  return Object.fromEntries([...others.filter((entry) => !isOfLibrary(entry)), ...set, ...others.filter(isOfLibrary)])
}

/**
 * A lock file with the GPU packages, or with what stands in for them. npm keeps to it, also where an override has changed, and installs
 * nothing of another checksum.
 */
export function lockGpuPackages<Lock extends LockFile>(lock: Lock, wanted: boolean): Lock {
  const other = lock.packages[`node_modules/${standIn}`]
  if (typeof other !== 'object' || other === null) throw new Error(`package-lock.json has no ${standIn}`)
  const entries = Object.entries(gpuIntegrity).map(([name, integrity]): [string, unknown] => [
    `node_modules/${name}`,
    wanted ? { ...locked, integrity } : { name: standIn, ...other },
  ])
  // what is there keeps its place
  return { ...lock, packages: { ...lock.packages, ...Object.fromEntries(entries) } }
}

/** In the order of npm; the checksum is of each package. */
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

/** Of `npm install`: development dependencies come back only where they were. */
export function installOptions(
  { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> },
  isInstalled: (name: string) => boolean,
): string[] {
  return Object.keys(devDependencies).every(isInstalled) ? [] : ['--omit=dev']
}
