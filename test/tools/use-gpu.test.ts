import { describe, expect, it } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { readEnvironment } from '../../src/config/env.js'
import { gpuOverrides, installOptions, lockGpuPackages } from '../../tools/gpu/gpu-overrides.js'
import { gpuIntegrity } from '../../tools/gpu/gpu-packages.js'
import { NpmRegistry } from '../support/tools/npm-registry.js'

const texts = z.record(z.string(), z.string())
const manifest = z
  .object({ overrides: texts, optionalDependencies: texts })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const lockSchema = z.looseObject({ packages: z.record(z.string(), z.unknown()) })
// these packages exist only for this platform
const onLinux = platform() === 'linux' && arch() === 'x64' ? it : it.skip

describe('npm run use-gpu', () => {
  it('removes the overrides of the GPU binaries, and no other', () => {
    const lifted = gpuOverrides(manifest, true)
    const gone = Object.keys(manifest.overrides).filter((name) => !(name in lifted))
    expect(gone).toEqual(
      ['linux-x64-cuda', 'linux-x64-cuda-ext', 'linux-x64-vulkan'].map((name) => `@node-llama-cpp/${name}`),
    )
    expect(manifest.overrides).toMatchObject(lifted)
    expect(gpuOverrides({ ...manifest, overrides: lifted }, true)).toEqual(lifted)
  })

  it('with --off restores them', () => {
    const lifted = gpuOverrides(manifest, true)
    const set = gpuOverrides({ ...manifest, overrides: lifted }, false)
    expect(Object.entries(set)).toEqual(Object.entries(manifest.overrides))
    expect(gpuOverrides(manifest, false)).toEqual(manifest.overrides)
  })

  it('writes the recorded checksums into package-lock.json, and with --off restores it', () => {
    const before = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    const after = lockGpuPackages(before, true)
    const changed = Object.keys(after.packages).filter((path) => after.packages[path] !== before.packages[path])
    expect(changed).toEqual(Object.keys(gpuIntegrity).map((name) => `node_modules/${name}`))
    for (const [name, integrity] of Object.entries(gpuIntegrity)) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
      expect(after.packages[`node_modules/${name}`]).toMatchObject({ version: '3.21.1', integrity })
      expect(after.packages[`node_modules/${name}`]).not.toHaveProperty('name')
    }
    expect(JSON.stringify(lockGpuPackages(after, false))).toBe(JSON.stringify(before))
  })

  it('has checksums of the installed version only', () => {
    const optionalDependencies = { 'node-llama-cpp': '3.99.0' }
    expect(() => gpuOverrides({ ...manifest, optionalDependencies }, true)).toThrow(
      'the recorded checksums are of node-llama-cpp 3.21.1, and package.json asks for 3.99.0',
    )
    expect(manifest.optionalDependencies).toMatchObject({ 'node-llama-cpp': '3.21.1' })
  })

  it('leaves out development dependencies if they are not installed', () => {
    const devDependencies = { prettier: '^3', typescript: '~6' }
    expect(installOptions({ devDependencies }, () => true)).toEqual([])
    // another package has installed it
    expect(installOptions({ devDependencies }, (name) => name === 'typescript')).toEqual(['--omit=dev'])
  })

  it('reports when the library of the binaries is not installed', () => {
    expect(() => gpuOverrides({ ...manifest, optionalDependencies: {} }, true)).toThrow('node-llama-cpp')
  })

  onLinux('installs nothing that has another checksum than the recorded one', async () => {
    const names = Object.keys(gpuIntegrity)
    const registry = await NpmRegistry.open((name) => ({
      name,
      version: '3.21.1',
      ...(names.includes(name) ? { description: 'not what it was' } : {}),
    }))
    const folder = mkdtempSync(join(tmpdir(), 'parley-use-gpu-'))
    const file = (name: string) => join(folder, name)
    const standIn = { version: '3.21.1', optional: true, os: ['win32'] }
    const versions = Object.fromEntries([...names, '@node-llama-cpp/win-arm64'].map((name) => [name, '3.21.1']))
    const own = { name: 'x', version: '1.0.0', optionalDependencies: { 'node-llama-cpp': '3.21.1', ...versions } }
    const lock = {
      ...{ name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: {
        '': own,
        'node_modules/node-llama-cpp': { version: '3.21.1', optional: true },
        'node_modules/@node-llama-cpp/win-arm64': standIn,
      },
    }
    const overrides = gpuOverrides({ overrides: {}, optionalDependencies: { 'node-llama-cpp': '3.21.1' } }, false)
    try {
      writeFileSync(file('package.json'), JSON.stringify({ ...own, overrides }))
      writeFileSync(file('package-lock.json'), JSON.stringify(lock))
      const before = [readFileSync(file('package.json'), 'utf8'), readFileSync(file('package-lock.json'), 'utf8')]
      const { code, errors } = await useGpu(folder, registry.url)
      expect(errors).toContain(
        `npm did not install ${names.join(', ')} with the recorded checksums: package.json and package-lock.json are as they were`,
      )
      expect(code).toBe(70)
      expect(before).toEqual([
        readFileSync(file('package.json'), 'utf8'),
        readFileSync(file('package-lock.json'), 'utf8'),
      ])
      expect(existsSync(file('node_modules/node-llama-cpp/package.json'))).toBe(true)
      for (const name of names) expect(existsSync(file(`node_modules/${name}/package.json`))).toBe(false)
    } finally {
      rmSync(folder, { recursive: true })
      await registry.close()
    }
  })
})

/** Runs the command like `npm run use-gpu`, in another folder. */
async function useGpu(cwd: string, registry: string) {
  const child = spawn(
    process.execPath,
    ['--import', pathToFileURL(resolve('tools/run-ts.mjs')).href, resolve('tools/use-gpu.ts')],
    {
      cwd,
      env: { ...readEnvironment(), npm_config_registry: registry, npm_config_cache: join(cwd, 'cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  child.stdout.resume()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, errors }
}
