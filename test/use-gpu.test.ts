import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { gpuOverrides, withoutGpuPackages } from '../tools/gpu-overrides.js'

const texts = z.record(z.string(), z.string())
const manifest = z
  .object({ overrides: texts, optionalDependencies: texts })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe('npm run use-gpu', () => {
  it('lifts the overrides in the place of the GPU binaries, and no other', () => {
    const lifted = gpuOverrides(manifest, true)
    const gone = Object.keys(manifest.overrides).filter((name) => !(name in lifted))
    expect(gone).toEqual(
      ['linux-x64-cuda', 'linux-x64-cuda-ext', 'linux-x64-vulkan'].map((name) => `@node-llama-cpp/${name}`),
    )
    expect(manifest.overrides).toMatchObject(lifted)
    expect(gpuOverrides({ ...manifest, overrides: lifted }, true)).toEqual(lifted)
  })

  it('with --off sets them as they were', () => {
    const lifted = gpuOverrides(manifest, true)
    const set = gpuOverrides({ ...manifest, overrides: lifted }, false)
    expect(Object.entries(set)).toEqual(Object.entries(manifest.overrides))
    expect(gpuOverrides(manifest, false)).toEqual(manifest.overrides)
  })

  it('lets npm look anew for those packages alone', () => {
    const lock = z.looseObject({ packages: z.record(z.string(), z.unknown()) })
    const before = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    const after = withoutGpuPackages(before)
    const gone = Object.keys(before.packages).filter((path) => !(path in after.packages))
    expect(gone).toHaveLength(3)
    expect(gone.every((path) => /@node-llama-cpp\/linux-x64-(cuda|vulkan)/.test(path))).toBe(true)
  })

  it('says so when there is no library to have binaries of', () => {
    expect(() => gpuOverrides({ ...manifest, optionalDependencies: {} }, true)).toThrow('node-llama-cpp')
  })
})
