import { beforeAll, describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vendors } from '../../tools/lint/vendors.js'
import { nouns, packages, ruleName, zones } from '../../tools/lint/zones.js'

interface Sample {
  readonly file: string
  readonly code: string
}
interface Finding {
  readonly rule: string | null
  readonly message: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const importing = (file: string, target: string): Sample => ({ file, code: `export * from '${target}'\n` })
const importingType = (file: string, target: string): Sample => ({ file, code: `export type * from '${target}'\n` })
const importingLazily = (file: string, target: string): Sample => ({
  file,
  code: `export const load = () => import('${target}')\n`,
})

/** A file of each package that is not its entry. */
const entered: Readonly<Record<string, string>> = {
  'chat-log-store': 'embedded/tables.js',
  documents: 'read-file.js',
  edge: 'listener/listener.js',
  engine: 'local-replies.js',
  queue: 'worker-queue.js',
  'redis-queue': 'shared-queue.js',
  runtime: 'errors.js',
  statements: 'database.js',
  testing: 'until.js',
}

/** One forbidden import per row of tools/lint/zones.js. */
const zoneSamples: Readonly<Record<string, Sample>> = {
  'leaves import nothing of ours': importing('src/kinds.ts', '../schema/characters/character.js'),
  'rules of values know limits alone': importing('src/text-rules.ts', './kinds.js'),
  'declarations know rules and columns alone': importing('src/characters/character.ts', './characters.js'),
  'metrics know no layer': importing('src/metrics/offender.ts', '../kinds.js'),
  'packages know no application': importing('packages/runtime/src/offender.ts', '../../../src/limits.js'),
  ...Object.fromEntries(
    packages.map((name) => [
      `the package ${name} is entered by its name`,
      importing('src/rooms/offender.ts', `../../packages/${name}/src/${entered[name] ?? ''}`),
    ]),
  ),
  'schema classes know no layer above them': importing('schema/offender.ts', '../resolvers/pipeline/pipeline.js'),
  'schema classes import only types from the product': importing('schema/offender.ts', '../src/rooms/rooms.js'),
  'resolvers reach stores through use cases': importing('resolvers/offender.ts', '@parley/statements'),
  'resolvers never touch adapters': importing('resolvers/offender.ts', '../src/ports/event-bus/memory-event-bus.js'),
  'resolvers know no edge': importing('resolvers/http/offender.ts', '../../rest-facade/rows/route.js'),
  'resolvers know no HTTP': importing('resolvers/offender.ts', '@parley/edge'),
  'the facade is a client of the schema': importing('rest-facade/offender.ts', '../src/users/users.js'),
  'the facade shares only rules and enums with the schema': importing(
    'rest-facade/offender.ts',
    '../schema/characters/character.js',
  ),
  'workers know no product': importing('ai-workers/backends/offender.ts', '@parley/statements'),
  'workers know no wire class': importing('ai-workers/offender.ts', '../schema/characters/character.js'),
  'workers know ports by interface': importing('ai-workers/offender.ts', '../src/ports/event-bus/memory-event-bus.js'),
  'use cases know no API layer': importing('src/rooms/offender.ts', '@parley/edge'),
  'use cases know no wire class': importing('src/rooms/offender.ts', '../../schema/characters/character.js'),
  'use cases know ports by interface': importing('src/rooms/offender.ts', '../ports/event-bus/memory-event-bus.js'),
  'ports know no noun and no API layer': importing('src/ports/event-bus/offender.ts', '../../replies/replies.js'),
  'ports know no wire class': importing('src/ports/event-bus/offender.ts', '../../../schema/characters/character.js'),
  'adapters open no relational store': importing('src/ports/event-bus/offender.ts', '@parley/statements'),
  'the pages and documents of HTTP know no product': importing('src/http/offender.ts', '../users/users.js'),
  'the pages and documents of HTTP know no wire class': importing(
    'src/http/offender.ts',
    '../../schema/characters/character.js',
  ),
  'configuration is pure': importing('src/config/offender.ts', '../database/tables.js'),
  'the database knows no caller': importing('src/database/offender.ts', '@parley/edge'),
  'the database knows no wire class': importing('src/database/offender.ts', '../../schema/characters/character.js'),
  'the database imports only types from nouns, ports and configuration': importing(
    'src/database/offender.ts',
    '../config/config.js',
  ),
  'the server knows no page': importing('main/offender.ts', '../pages/chat/markdown/tokens.js'),
  'pages know no layer': importing('pages/dashboard/offender.ts', '../../src/limits.js'),
  'the chat page knows no other page': importing('pages/chat/offender.ts', '../dashboard/shell/words.js'),
  'the dashboard page knows no other page': importing('pages/dashboard/offender.ts', '../chat/account/words.js'),
  'components know no page': importing('pages/ui/offender.ts', '../chat/account/words.js'),
  'the client knows no server': importing('packages/client/src/offender.ts', '../../../src/limits.js'),
  'composition is imported by programs and the test support alone': importing(
    'test/offender.test.ts',
    '../main/roles/application.js',
  ),
  ...Object.fromEntries(
    nouns.map((noun) => {
      const target = noun === 'src/users' ? '../characters/characters.js' : '../users/users.js'
      return [
        `${noun.slice('src/'.length)} imports only types from other nouns`,
        importing(`${noun}/offender.ts`, target),
      ]
    }),
  ),
}

/** One forbidden package per row of tools/lint/vendors.js. */
const vendorSamples: Readonly<Record<string, Sample>> = {
  'schema: type-graphql and zod': importing('schema/offender.ts', 'typeorm'),
  'resolvers: no store, no web server': importing('resolvers/offender.ts', 'typeorm/driver'),
  'resolvers/http: no store': importing('resolvers/http/offender.ts', 'libsql'),
  'rest-facade: its packages': importing('rest-facade/offender.ts', '@modelcontextprotocol/server'),
  'rest-facade/mcp: the SDK too': importing('rest-facade/mcp/offender.ts', 'type-graphql'),
  'ai-workers: no store, no GraphQL': importing('ai-workers/backends/offender.ts', 'mongodb'),
  'nouns: no API layer, no driver': importingType('src/users/offender.ts', 'express'),
  'ports: no API layer': importing('src/ports/event-bus/offender.ts', 'graphql-ws'),
  'src/http: its packages': importingLazily('src/http/offender.ts', '@apollo/server'),
  'src/metrics: declarations alone': importing('src/metrics/offender.ts', 'pino'),
  ...Object.fromEntries(
    packages.map((name) => [
      `the package ${name}: its dependencies`,
      importing(`packages/${name}/src/offender.ts`, 'nodemailer'),
    ]),
  ),
  'src/config: no packages': importing('src/config/offender.ts', 'typeorm'),
  'main: no TypeORM, no package of pages': importing('main/offender.ts', 'react'),
  'src/database: tables and statements': importing('src/database/offender.ts', 'express'),
  'pages: their packages': importing('pages/chat/offender.ts', 'graphql-ws'),
}

const allowed: Readonly<Record<string, Sample>> = {
  'a wire class implements a domain interface': importingType('schema/fine.ts', '../src/rooms/rooms.js'),
  'a resolver calls a use case': importing('resolvers/fine.ts', '../src/rooms/rooms.js'),
  'GraphQL over HTTP uses the HTTP edge': importing('resolvers/http/fine.ts', '@parley/edge'),
  'GraphQL over HTTP uses express': importing('resolvers/http/fine.ts', 'express'),
  'a route uses the HTTP edge': importing('rest-facade/fine.ts', '@parley/edge'),
  'a route reads limits': importing('rest-facade/fine.ts', '../src/limits.js'),
  'a tool of MCP uses the SDK': importing('rest-facade/mcp/fine.ts', '@modelcontextprotocol/server'),
  'a route reads rules': importing('rest-facade/fine.ts', '../schema/rules.js'),
  'a worker implements a port': importing('ai-workers/fine.ts', '../src/ports/reply-generator/reply-generator.js'),
  'a use case goes through the door': importing('src/rooms/fine.ts', '../database/installation.js'),
  'a use case names the type of another noun': importingType('src/rooms/fine.ts', '../users/users.js'),
  'a use case takes a port': importing('src/rooms/fine.ts', '../ports/event-bus/event-bus.js'),
  'a use case knows the logs of rooms': importing('src/rooms/fine.ts', '@parley/chat-log-store'),
  'a use case imports its own folder': importing('src/rooms/fine.ts', './rooms.js'),
  'a use case throws AppError': importing('src/rooms/fine.ts', '@parley/runtime'),
  'composition says new to everything': importing('main/fine.ts', '../src/ports/event-bus/memory-event-bus.js'),
  'a command composes what it needs': importing('tools/operator/door.ts', '../../main/operator.js'),
  'test support composes': importing('test/support/fine.ts', '../../main/roles/application.js'),
  'a use case queries rows': importing('src/rooms/fine.ts', '../database/tables/rooms.js'),
  'a use case compares columns': {
    file: 'src/rooms/fine.ts',
    code: `export { oneOf } from '@parley/statements'
`,
  },
  'a page has components': importing('pages/chat/fine.ts', '../ui/text/catalogue.js'),
  'a page asks by the client': importing('pages/chat/fine.ts', '@parley/client/react'),
  'a page of HTTP uses express and node': importing('src/http/fine.ts', 'node:http'),
}

/** House rules that eslint checks, by the rule that must report the sample. */
const houseRules: readonly (readonly [rule: string, sample: Sample])[] = [
  [
    '@typescript-eslint/no-restricted-imports',
    { file: 'src/rooms/offender.ts', code: `export { Statement } from '@parley/statements'\n` },
  ],
  ['no-restricted-properties', { file: 'src/rooms/offender.ts', code: `export const home = process.env['HOME']\n` }],
  ['no-restricted-syntax', { file: 'src/rooms/offender.ts', code: `@sealed\nexport class Rooms {}\n` }],
  ['@typescript-eslint/no-restricted-imports', importingType('src/users/offender.ts', 'typeorm')],
  ['@typescript-eslint/no-restricted-imports', importing('src/ports/event-bus/offender.ts', 'typeorm')],
  ['@typescript-eslint/no-restricted-imports', importing('src/rooms/offender.ts', '@parley/chat-log-store/embedded')],
  ['import-x/no-default-export', { file: 'src/rooms/offender.ts', code: 'export default 1\n' }],
  ['@typescript-eslint/no-explicit-any', { file: 'test/offender.test.ts', code: 'export const value: any = 1\n' }],
  [
    '@typescript-eslint/no-explicit-any',
    { file: 'src/rooms/offender.ts', code: '/* eslint-disable */\nexport const value: any = 1\n' },
  ],
]

const samples = [
  ...Object.values(zoneSamples),
  ...Object.values(vendorSamples),
  ...Object.values(allowed),
  ...houseRules.map(([, sample]) => sample),
]
const findings = new Map<Sample, readonly Finding[]>()
const found = (sample: Sample | undefined) => (sample && findings.get(sample)) ?? []

beforeAll(() => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'test/support/tools/lint-text.mjs')], {
    cwd: root,
    encoding: 'utf8',
    input: JSON.stringify(samples),
  })
  if (stdout === '') throw new Error(`eslint did not run: ${stderr}`)
  const answers = JSON.parse(stdout) as readonly (readonly Finding[])[]
  answers.forEach((answer, index) => {
    const sample = samples[index]
    if (sample) findings.set(sample, answer)
  })
}, 60_000)

describe('import zones', () => {
  it.each(zones.map((zone) => [zone.name, zone] as const))('%s', (name, zone) => {
    const finding = found(zoneSamples[name]).find(({ rule }) => rule === `zones/${ruleName(zone)}`)
    expect(finding?.message).toContain(zone.message)
  })

  it.each(vendors.map((row) => [row.name, row] as const))('%s', (name, row) => {
    const messages = found(vendorSamples[name]).map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringContaining(row.message))
  })

  it.each(Object.entries(allowed))('%s', (_name, sample) => {
    expect(found(sample)).toEqual([])
  })

  it.each(Object.entries({ ...zoneSamples, ...allowed }))(
    '"%s" is tested on an existing file',
    (_name, { file, code }) => {
      const target = /'(\.[^']*)\.js'/.exec(code)?.[1]
      expect(target === undefined || existsSync(`${join(root, dirname(file), target)}.ts`)).toBe(true)
    },
  )
})

describe('house rules', () => {
  it.each(houseRules)('%s reports its sample', (rule, sample) => {
    expect(found(sample).map((finding) => finding.rule)).toContain(rule)
  })
})
