import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { buildSchema, Kind, parse, visit } from 'graphql'
import { settingNames } from '../../src/config/settings.js'
import { faultsIn } from '../support/app/config-faults.js'
import { documentsOf } from '../support/rest/documented.js'
import { anchorsOf, blocksOf, guides, linksOf, pages, rowsOf } from '../support/documents/pages.js'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
}

describe('the documents', () => {
  it('begin with a README of at most 12 KB and an architecture of one page', () => {
    expect(statSync('README.md').size).toBeLessThanOrEqual(12_288)
    expect(statSync('ARCHITECTURE.md').size).toBeLessThanOrEqual(8_192)
  })

  it('are all reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached) {
      const isRead = page.endsWith('.md') && existsSync(page)
      for (const { file } of isRead ? linksOf(page) : []) reached.add(file)
    }
    expect(guides.filter((page) => !reached.has(page))).toEqual([])
  })

  it.each(pages)('%s links to files and headings that exist', (page) => {
    const broken = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(file)) return true
      return anchor !== undefined && !anchorsOf(file).includes(anchor)
    })
    expect(broken.map(({ link }) => link)).toEqual([])
  })
})

describe('the examples of the guides', () => {
  const blocks = guides.flatMap(blocksOf)
  /** The languages with a test; `text` marks pictures and outputs. */
  const languages = new Set(['bash', 'sh', 'js', 'graphql', 'json', 'text'])

  it('are in languages that a test runs', () => {
    expect(blocks.length).toBeGreaterThan(40)
    const others = blocks.filter(({ language, mark }) => mark?.kind !== 'file' && !languages.has(language))
    expect(others.map(({ page, line, language }) => `${page}:${String(line)} ${language}`)).toEqual([])
  })

  const parts = blocks.filter(({ mark }) => mark?.kind === 'file')

  it('are left out of the run only with a reason, and rarely', () => {
    const marked = blocks.filter(({ mark }) => mark !== undefined && mark.kind !== 'file')
    for (const { mark } of marked) expect(['not run', 'settings only']).toContain(mark?.kind)
    expect(marked.length).toBeLessThanOrEqual(12)
    const comments = guides.flatMap((page) => readFileSync(page, 'utf8').match(/<!-- example: (?!file\.)/g) ?? [])
    expect(comments).toHaveLength(marked.length)
  })

  it.each(parts)('$page:$line is text of the file that it names', ({ mark, code }) => {
    expect(mark?.reason).toMatch(/^(examples|packages\/client)\//)
    expect(readFileSync(mark?.reason ?? '', 'utf8')).toContain(code)
  })

  it.each(blocks.filter(({ language }) => language === 'json'))('$page:$line is JSON', ({ code }) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow()
  })
})

describe('examples/', () => {
  const projects = readdirSync('examples')
  const lockOf = (name: string) =>
    ['package-lock.json', 'requirements.txt'].find((lock) => existsSync(`examples/${name}/${lock}`))

  it('has projects of which docs/clients.md names each', () => {
    const files = linksOf('docs/clients.md').map(({ file }) => file)
    expect(projects.filter((name) => !files.some((file) => file.startsWith(`examples/${name}/`)))).toEqual([])
  })

  it.each(projects)('%s has a lock file with hashes, without the address of a registry', (name) => {
    const lock = readFileSync(`examples/${name}/${lockOf(name) ?? 'package-lock.json'}`, 'utf8')
    expect(lock).toMatch(/"integrity": "sha512-|--hash=sha256:/)
    expect(lock).not.toMatch(/"resolved"|index-url/)
  })

  it.each([
    ['apollo', '22.15.0'],
    ['urql', '22.15.0'],
    ['graphql-request', '22.15.0'],
    ['agents-node', '22.0.0'],
  ])('%s needs Node.js %s, as docs/clients.md says', (name, oldest) => {
    const lock = JSON.parse(readFileSync(`examples/${name}/package-lock.json`, 'utf8')) as Lock
    // a list of versions also has older ones
    const needed = Object.values(lock.packages).flatMap(
      ({ engines }) => /^>= ?([\d.]+)$/.exec(engines?.node ?? '')?.[1] ?? [],
    )
    const newest = needed.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))[0] ?? ''
    expect(newest).toBe(oldest)
    expect(readFileSync('docs/clients.md', 'utf8')).toMatch(
      new RegExp(`\`${name}\`.* Node.js ${oldest.replace(/(\.0)+$/, '')}\\b`),
    )
  })

  it('has one socket for all pages', () => {
    const sockets = ['apollo', 'urql', 'relay'].map((name) => readFileSync(`examples/${name}/src/socket.ts`, 'utf8'))
    expect(new Set(sockets).size).toBe(1)
  })
})

describe('docs/configuration.md', () => {
  const rows = rowsOf(readFileSync('docs/configuration.md', 'utf8')).filter(([name]) => name !== 'name')
  const names = rows.map(([name = '']) => name.replaceAll('`', ''))

  it('has a row for every setting, and no other', () => {
    const places = names.flatMap((name) =>
      name.startsWith('SOCIAL_A_') ? ['A', 'B', 'C'].map((place) => name.replace('_A_', `_${place}_`)) : [name],
    )
    expect(places.sort()).toEqual([...settingNames].sort())
  })

  // test/config/env-example.test.ts compares those with the code
  it('has the defaults of .env.example', () => {
    const example = new Map(
      [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z\d_]+)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const written = rows.filter(([name = '']) => !name.includes('SOCIAL_')).map(([, value]) => value)
    const expected = names
      .filter((name) => !name.startsWith('SOCIAL_'))
      .map((name) => {
        const value = example.get(name)
        return value === '' ? 'unset' : `\`${value ?? ''}\``
      })
    expect(written).toEqual(expected)
  })

  it('states which names are refused', () => {
    for (const name of ['KOREAN_MODEL', 'ROLEPLAY_MODEL']) {
      expect(faultsIn({ [name]: 'scripted:' })).toEqual([`${name}: is only asked on AI_LEGACY_PORT, which is unset`])
      expect(faultsIn({ [name]: 'scripted:', AI_LEGACY_PORT: '0' })).toEqual([])
    }
  })
})

describe('docs/rest.md', () => {
  it('has a row for every endpoint of the application service, except for the short forms of room paths', () => {
    const text = readFileSync('docs/rest.md', 'utf8')
    const table = text.slice(text.indexOf('## Endpoints'), text.indexOf('## Rooms'))
    const listed = rowsOf(table).flatMap(([first = '']) => [...first.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, it]) => it))
    const paths = Object.entries(documentsOf('1.1').application.paths)
    const served = paths
      .filter(([path]) => !/^\/api\/(chat|office)rooms/.test(path))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    expect(listed.sort()).toEqual(served.sort())
  })

  it('names every operation of the schema that REST lacks', () => {
    const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
    const run = new Set<string>()
    visit(parse(readFileSync('rest-facade/operations/operations.graphql', 'utf8')), {
      OperationDefinition: ({ operation, selectionSet }) => {
        for (const field of selectionSet.selections)
          if (field.kind === Kind.FIELD) run.add(`${operation} ${field.name.value}`)
      },
    })
    const lacked = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
      .flatMap((type) => Object.keys(type?.getFields() ?? {}).map((name) => [type?.name.toLowerCase(), name] as const))
      .filter(([kind, name]) => !run.has(`${String(kind)} ${name}`))
    const page = readFileSync('docs/rest.md', 'utf8')
    const section = page.slice(page.indexOf('## What REST lacks'))
    expect(lacked.length).toBeGreaterThan(5)
    expect(lacked.filter(([, name]) => !section.includes(`\`${name}\``))).toEqual([])
  })
})
