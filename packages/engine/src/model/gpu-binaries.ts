import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { join } from 'node:path'

const libraries = ['cuda', 'vulkan', 'metal']
const systems: Readonly<Record<string, string>> = { linux: 'linux', win32: 'win', darwin: 'mac' }

/**
 * Whether npm installed the binaries of node-llama-cpp for GPUs. They need half a gigabyte and are left out by default.
 */
export function hasGpuBinaries(): boolean {
  const folders = createRequire(import.meta.url).resolve.paths('node-llama-cpp') ?? []
  const names = libraries.map((library) => `${systems[platform()] ?? platform()}-${arch()}-${library}`)
  return folders.some((folder) => names.some((name) => existsSync(join(folder, '@node-llama-cpp', name, 'bins'))))
}
