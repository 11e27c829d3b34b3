/** Of package.json, what this is about. */
export interface Manifest {
  readonly overrides: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const library = 'node-llama-cpp'
const packages = ['linux-x64-cuda', 'linux-x64-cuda-ext', 'linux-x64-vulkan'].map((name) => `@${library}/${name}`)

/**
 * The overrides that put a small package for another system in the place of the GPU binaries, which npm then leaves out:
 * lifted with `wanted`, else set. Every other override keeps its value and its place.
 */
export function gpuOverrides({ overrides, optionalDependencies }: Manifest, wanted: boolean): Record<string, string> {
  const version = optionalDependencies[library]
  if (version === undefined) throw new Error(`${library} is no optional dependency`)
  const others = Object.entries(overrides).filter(([name]) => !packages.includes(name))
  if (wanted) return Object.fromEntries(others)
  // beside the other packages of the library, so that lifting and setting leave the file as it was
  const isOfLibrary = ([name]: [string, string]) => name.startsWith(`@${library}/`)
  const set = packages.map((name): [string, string] => [name, `npm:@${library}/win-arm64@${version}`])
  return Object.fromEntries([...others.filter((entry) => !isOfLibrary(entry)), ...set, ...others.filter(isOfLibrary)])
}

/** A lock file without what it says of those packages: npm keeps to a lock file also where an override has changed. */
export function withoutGpuPackages<Lock extends { readonly packages: Readonly<Record<string, unknown>> }>(
  lock: Lock,
): Lock {
  const isGpu = (path: string) => packages.some((name) => path.endsWith(`node_modules/${name}`))
  const kept = Object.entries(lock.packages).filter(([path]) => !isGpu(path))
  return { ...lock, packages: Object.fromEntries(kept) }
}
