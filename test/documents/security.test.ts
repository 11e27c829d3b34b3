import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { z } from 'zod'
import { rowsOf } from '../support/documents/pages.js'

const rows = rowsOf(readFileSync('SECURITY.md', 'utf8')).filter(([threat]) => threat !== 'threat')
const cited = rows.flatMap(([threat = '', , tests = '']) =>
  tests.split(/; (?=`)/).map((test) => [threat, test] as const),
)

it('SECURITY.md has threats', () => {
  expect(rows.length).toBeGreaterThan(20)
})

it.each(cited)('%s: its test exists', (_threat, test) => {
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  // titles in double quotes have apostrophes
  expect(readFileSync(path, 'utf8')).toContain(title)
  expect(title).not.toBe('')
})

const component = z.object({
  name: z.string(),
  purl: z.string(),
  licenses: z.array(z.object({ license: z.object({ id: z.string() }).optional(), expression: z.string().optional() })),
})
const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component }),
  components: z.array(component),
})

it('is written as CycloneDX with the packages of a server and no others', () => {
  const written: unknown = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' }))
  const { metadata, components } = sbom.parse(written)
  for (const { name, purl } of [metadata.component, ...components])
    expect(decodeURIComponent(purl)).toMatch(new RegExp(`^pkg:npm/${name}@[^@]+$`))
  expect(metadata.component.name).toBe('parley')
  expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([])
  const names = components.map(({ name }) => name)
  for (const name of ['graphql', 'libsql', 'prom-client', '@apollo/server', '@parley/client'])
    expect(names).toContain(name)
  for (const name of ['jest', 'eslint', 'oxfmt']) expect(names).not.toContain(name)
})

const lock = z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) })

it('has a digest of every package in the lock file', () => {
  const { packages } = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
  expect(installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([])
})

it('refuses a package whose licence is not listed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-licences-'))
  try {
    for (const name of ['check-licences.mjs', 'sources.mjs']) cpSync(`tools/${name}`, join(folder, 'tools', name))
    const check = (license: string | undefined) => {
      const packages = { 'node_modules/other': { license }, 'node_modules/tool': { license: 'GPL-3.0', dev: true } }
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'check-licences.mjs')])
      return [status, stderr.toString()]
    }
    expect(check('MIT')).toEqual([0, ''])
    expect(check('GPL-3.0')).toEqual([1, 'node_modules/other: GPL-3.0\n'])
    expect(check(undefined)).toEqual([1, 'node_modules/other: undefined\n'])
    expect(check('(MIT AND GPL-3.0)')).toEqual([1, 'node_modules/other: (MIT AND GPL-3.0)\n'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
