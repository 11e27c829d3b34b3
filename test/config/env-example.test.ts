import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import type { Environment } from '../../src/config/env.js'

describe('.env.example', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z\d_]+)=(.*)$/gm)
  const example = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))

  it('lists exactly the settings that are read', () => {
    const read = new Set<string>()
    const watched = new Proxy<Environment>({}, { get: (_, name) => void read.add(String(name)) })
    readConfig(watched)
    expect(Object.keys(example).sort()).toEqual([...read].sort())
  })

  it('shows the defaults', () => {
    const set = Object.fromEntries(Object.entries(example).filter(([, value]) => value !== ''))
    const { installationSettings: shown, ...config } = readConfig(set)
    const { installationSettings: usual, ...defaults } = readConfig({})
    expect(config).toEqual(defaults)
    expect(shown.valuesOf(shown.fixed)).toEqual(usual.valuesOf({}))
  })
})
