import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { hasGpuBinaries } from '@parley/engine'
import { readArguments, runCommand } from './operator/command.js'
import { gpuOverrides, installOptions, lockGpuPackages } from './gpu/gpu-overrides.js'
import { gpuIntegrity } from './gpu/gpu-packages.js'

const usage = `npm run use-gpu [-- --off] [--dry-run]
Installs the GPU binaries of node-llama-cpp (about 600 MB). --off removes them, --dry-run changes nothing and prints what would change.`

const manifestFile = 'package.json'
const lockFile = 'package-lock.json'
const dryRun =
  'In overrides of package.json, and in package-lock.json; then npm install. This was a dry run: nothing is changed.'
const texts = z.record(z.string(), z.string())
const manifestSchema = z.looseObject({
  overrides: texts,
  optionalDependencies: texts,
  devDependencies: texts.default({}),
})
const reportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.unknown()) })

await runCommand(() => {
  const options = { off: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
  const { off, 'dry-run': isDryRun } = readArguments(usage, { args: process.argv.slice(2), options }).values
  const isWanted = !off
  const before = { manifest: readFileSync(manifestFile, 'utf8'), lock: readFileSync(lockFile, 'utf8') }
  const current = manifestSchema.parse(JSON.parse(before.manifest))
  const overrides = gpuOverrides(current, isWanted)
  const changes = changesOf(current.overrides, overrides)
  if (changes.length === 0) return 'package.json is that way already'
  if (isDryRun) return [...changes, dryRun].join('\n')

  // zod does not keep the order of the keys
  write(manifestFile, { ...looseJson(before.manifest), overrides })
  write(lockFile, lockGpuPackages(lockSchema.parse(JSON.parse(before.lock)), isWanted))
  const omitted = installOptions(current, (name) => existsSync(join('node_modules', name)))
  const { status } = spawnSync('npm', ['install', ...omitted], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const missing = isWanted ? missingPackages() : []
  if (status !== 0 || missing.length > 0) {
    writeFileSync(manifestFile, before.manifest)
    writeFileSync(lockFile, before.lock)
    const what =
      status === 0 ? `npm did not install ${missing.join(', ')} with the recorded checksums` : 'npm install failed'
    throw new Error(`${what}: package.json and package-lock.json are as they were`)
  }
  if (hasGpuBinaries() === isWanted)
    return isWanted ? 'GPU binaries are installed: workers use them (MODEL_GPU)' : 'GPU binaries are gone'
  return isWanted
    ? 'npm has no GPU binaries for this system: the CPU is used'
    : 'GPU binaries of this system are part of every install'
})

/** npm silently skips a package with another checksum, because these packages are optional. */
function missingPackages(): string[] {
  if (platform() !== 'linux' || arch() !== 'x64' || !hasGlibc()) return []
  return Object.keys(gpuIntegrity).filter((name) => !existsSync(`node_modules/${name}/package.json`))
}

function hasGlibc(): boolean {
  const { header } = reportSchema.parse(process.report.getReport())
  return header.glibcVersionRuntime !== undefined
}

function changesOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  const lifted = Object.keys(before).filter((name) => !(name in after))
  const set = Object.keys(after).filter((name) => !(name in before))
  return [...lifted.map((name) => `lift: ${name}`), ...set.map((name) => `set: ${name}`)]
}

function looseJson(text: string): object {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? value : {}
}

function write(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
}
