import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/config/config.js'
import { misspeltSettings } from '../../src/config/misspelt-settings.js'
import { settingNames } from '../../src/config/settings.js'

const seconds = z
  .string()
  .regex(/^\d+s$/)
  .transform((text) => parseInt(text, 10))
// the keys of the compose specification that the file uses
const composeFile = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string(),
      build: z.string().optional(),
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      entrypoint: z.array(z.string()).optional(),
      command: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
      ulimits: z.strictObject({ nofile: z.number() }).optional(),
      volumes: z.array(z.string()).optional(),
      networks: z.array(z.string()),
      restart: z.literal('unless-stopped'),
      stop_grace_period: seconds.optional(),
      healthcheck: z
        .union([
          z.strictObject({ disable: z.literal(true) }),
          z.strictObject({ test: z.array(z.string()), interval: seconds, start_period: seconds.optional() }),
        ])
        .optional(),
      depends_on: z
        .union([
          z.array(z.string()),
          z.record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) })),
        ])
        .optional(),
    }),
  ),
  networks: z.record(
    z.string(),
    z.strictObject({ ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.string() })) }) }),
  ),
  volumes: z.record(z.string(), z.null()),
})
const compose = readFileSync('ops/compose.yaml', 'utf8')
const {
  'x-instance': _instance,
  'x-worker': _worker,
  ...rest
} = parse(compose, { merge: true }) as Record<string, unknown>
const { services, networks, volumes } = composeFile.parse(rest)
const ours = Object.entries(services).filter(([, { image }]) => image === 'parley')

/** The variables that the comment at its top names, as an operator sets them. */
const given: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'aaaa',
  REDIS_PASSWORD: 'bbbb',
  JWT_SECRET: 'c'.repeat(128),
  MONGODB_PASSWORD: 'dddd',
  S3_SECRET: 'eeee',
  MONGODB_URL: 'mongodb://parley:dddd@mongodb:27017/parley?authSource=admin',
  IMAGES_URL: 's3://pictures?endpoint=http://s3:7070',
}
const needed = Object.fromEntries(Object.entries(given).slice(0, 3))

function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, otherwise: string) => {
    const value = variables[name]
    if (value === undefined && kind === '?') throw new Error(`${name} is not among the variables of its comment`)
    return value ?? otherwise
  })
}

/** What a process needs to end after a signal, apart from DRAIN_MS. */
const stopSeconds = 30

/** HAProxy must notice an instance that drains before its first third is over, in which it serves everything. */
function checkDrain(drainMs: string | undefined, stopAfterSeconds: number | undefined): void {
  const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(readFileSync('ops/haproxy/haproxy.cfg', 'utf8')) ?? []
  expect(Number(drainMs) / 3).toBeGreaterThan(Number(inter) * 1000 * Number(fall))
  expect(stopAfterSeconds).toBeGreaterThanOrEqual(Number(drainMs) / 1000 + stopSeconds)
}

function checkSettings(environment: Readonly<Record<string, string>>): void {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  expect(() => readConfig(set)).not.toThrow()
  expect(misspeltSettings(set)).toEqual([])
  expect(Object.keys(set).filter((name) => !settingNames.has(name))).toEqual([])
}

describe('ops/compose.yaml', () => {
  it.each(ours.flatMap(([name, service]) => [needed, given].map((variables) => ({ name, service, variables }))))(
    'gives $name settings that it accepts',
    ({ service, variables }) => {
      const rows = Object.entries(service.environment ?? {})
      checkSettings(Object.fromEntries(rows.map(([name, value]) => [name, interpolated(value, variables)])))
    },
  )

  it('has two instances with the same settings, and a worker of each kind', () => {
    const roles = ours.map(([name, { environment }]) => [name, environment?.['ROLES']])
    const instance = 'app,chatlog,admin,gateway'
    expect(Object.fromEntries(roles)).toEqual({
      app1: instance,
      app2: instance,
      character: 'character',
      office: 'office',
    })
  })

  it('lets an instance drain, and ends no process that is still stopping', () => {
    for (const name of ['app1', 'app2'])
      checkDrain(services[name]?.environment?.['DRAIN_MS'], services[name]?.stop_grace_period)
    for (const [, { stop_grace_period: after }] of ours) expect(after).toBeGreaterThanOrEqual(stopSeconds)
  })

  it('names only services, networks and volumes that it has', () => {
    const named = new Set(Object.keys(services))
    for (const { depends_on: after = [], networks: joined = [], volumes: mounted = [] } of Object.values(services)) {
      for (const name of Array.isArray(after) ? after : Object.keys(after)) expect(named).toContain(name)
      for (const name of joined) expect(Object.keys(networks)).toContain(name)
      for (const place of mounted) {
        const [source = ''] = place.split(':')
        if (source.startsWith('.')) expect(existsSync(join('ops', source))).toBe(true)
        else expect(Object.keys(volumes)).toContain(source)
      }
    }
  })

  it('has a Redis that keeps its jobs, and no password in the file', () => {
    expect(services['redis']?.command?.join(' ')).toMatch(/--appendonly yes --maxmemory-policy noeviction$/)
    expect(compose).not.toMatch(/(PASSWORD|SECRET): (?!\$\{)/)
  })
})

describe('the proxies in ops', () => {
  it.each(['ops/haproxy/haproxy.cfg', 'ops/nginx/parley.conf'])(
    '%s names the instances of the compose file',
    (file) => {
      const named = [...readFileSync(file, 'utf8').matchAll(/^\s+server (?:\w+ )?(\w+):8080/gm)].map(([, name]) => name)
      expect(named).toEqual(['app1', 'app2'])
    },
  )
})

it.each([
  'ops/prometheus/alerts.yaml',
  'ops/prometheus/prometheus.yaml',
  'ops/haproxy/haproxy.cfg',
  'ops/nginx/parley.conf',
])('%s names only settings that exist', (file) => {
  const named = readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []
  const others = ['INTERNAL_SERVER_ERROR', 'METH_GET']
  expect(named.filter((name) => !settingNames.has(name) && !others.includes(name))).toEqual([])
  expect(named).not.toEqual([])
})

describe('the systemd units in ops', () => {
  const units = readdirSync('ops/systemd').filter((name) => name.endsWith('.service'))
  const textOf = (name: string) => readFileSync(join('ops/systemd', name), 'utf8')

  it.each(['parley.env.example', 'worker.env.example'])('have settings that Parley accepts: %s', (name) => {
    const rows = [...textOf(name).matchAll(/^(\w+)=(.*)$/gm)]
    checkSettings(Object.fromEntries(rows.map(([, setting = '', value = '']) => [setting, value])))
  })

  it.each(units)('%s sets what Parley reads, and is not started again with a wrong setting', (name) => {
    const [, line = ''] = /^Environment=(.*)$/m.exec(textOf(name)) ?? []
    const set = line.split(' ').map((each) => each.split('='))
    expect(set.filter(([setting = '']) => !settingNames.has(setting))).toEqual([])
    expect(textOf(name)).toContain('RestartPreventExitStatus=78')
    expect(textOf(name)).toContain('KillMode=mixed')
  })

  it('let an instance drain, and end no process that is still stopping', () => {
    const [instance, worker] = ['parley.service', 'parley-worker@.service'].map((name) =>
      Number(/^TimeoutStopSec=(\d+)$/m.exec(textOf(name))?.[1]),
    )
    checkDrain(/^DRAIN_MS=(\d+)$/m.exec(textOf('parley.env.example'))?.[1], instance)
    expect(worker).toBeGreaterThanOrEqual(stopSeconds)
  })

  const analyze = '/usr/bin/systemd-analyze'
  ;(existsSync(analyze) ? it : it.skip).each(units)('%s has no fault that systemd finds', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-units-'))
    try {
      // the paths of this machine
      const text = textOf(name)
        .replace('/usr/bin/node', process.execPath)
        .replace(/^Documentation=.*\n/m, '')
      writeFileSync(join(folder, name), text)
      const output = execFileSync(analyze, ['verify', '--man=no', join(folder, name)], { stdio: 'pipe' })
      expect(output.toString()).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
