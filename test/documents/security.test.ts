import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { z } from 'zod'
import { rowsOf } from '../support/documents/pages.js'

const rows = rowsOf(readFileSync('SECURITY.md', 'utf8')).filter(([threat]) => threat !== 'threat')

it('SECURITY.md has threats', () => {
  expect(rows.length).toBeGreaterThan(20)
})

it.each(rows.map(([threat = '', , test = '']) => [threat, test] as const))('%s: its test exists', (_threat, test) => {
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  // titles in double quotes have apostrophes
  expect(readFileSync(path, 'utf8')).toContain(title)
  expect(title).not.toBe('')
})

const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), group: z.string().optional() })),
})

it('is written as CycloneDX with the packages of a server and no others', () => {
  const { components } = sbom.parse(JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })))
  const names = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
  for (const name of ['graphql', 'libsql', 'prom-client', '@apollo/server']) expect(names).toContain(name)
  for (const name of ['jest', 'eslint', 'prettier']) expect(names).not.toContain(name)
})
