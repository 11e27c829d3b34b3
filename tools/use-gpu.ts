import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { hasGpuBinaries } from '../ai-workers/backends/local/gpu-binaries.js'
import { runCommand } from './command.js'
import { gpuOverrides } from './gpu-overrides.js'

// npm run use-gpu: installs the GPU binaries of node-llama-cpp (some 600 MB). `-- --off` takes them away, `-- --dry-run` only tells.

const file = 'package.json'
const manifest = z.looseObject({
  overrides: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

await runCommand(() => {
  const options = process.argv.slice(2)
  const unknown = options.filter((option) => option !== '--off' && option !== '--dry-run')
  if (unknown.length > 0)
    throw new Error(`npm run use-gpu knows -- --off and -- --dry-run, and not ${unknown.join(' ')}`)
  const isWanted = !options.includes('--off')
  const before = readFileSync(file, 'utf8')
  const current = manifest.parse(JSON.parse(before))
  const overrides = gpuOverrides(current, isWanted)
  const changes = changesOf(current.overrides, overrides)
  if (options.includes('--dry-run')) return changes.length === 0 ? 'package.json stays as it is' : changes.join('\n')

  writeFileSync(file, `${JSON.stringify({ ...current, overrides }, undefined, 2)}\n`)
  const lock = readFileSync('package-lock.json', 'utf8')
  const { status } = spawnSync('npm', ['install'], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    writeFileSync(file, before)
    writeFileSync('package-lock.json', lock)
    throw new Error('npm install failed: package.json and package-lock.json are as they were')
  }
  if (hasGpuBinaries() === isWanted)
    return isWanted ? 'GPU binaries are installed: workers use them (MODEL_GPU)' : 'GPU binaries are gone'
  return isWanted
    ? 'npm has no GPU binaries for this system: the CPU is used'
    : 'GPU binaries of this system are part of every install'
})

function changesOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  const lifted = Object.keys(before).filter((name) => !(name in after))
  const set = Object.keys(after).filter((name) => !(name in before))
  return [...lifted.map((name) => `lifted: ${name}`), ...set.map((name) => `set: ${name}`)]
}
