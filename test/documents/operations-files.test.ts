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

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      networks: z.array(z.string()).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      command: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
})
const compose = readFileSync('ops/compose.yaml', 'utf8')
const { services, networks, volumes } = composeFile.parse(parse(compose, { merge: true }))
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
