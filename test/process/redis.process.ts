import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer, until } from '@parley/testing'
import { readConfig } from '../../src/config/config.js'
import { portNames } from '../../src/config/ports.js'
import { allRoles } from '../../src/config/roles.js'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { watch } from '../support/app/watch.js'
import { shellBlocksOf } from '../support/documents/guide-shell.js'
import { RedisServer, testRedis, tlsArguments } from '../support/instances/redis.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

/** Writes the packages that the process has loaded, at its end. */
const listPackages = `
  import { createRequire } from 'node:module'
  const { cache } = createRequire('${import.meta.url}')
  process.on('exit', () => {
    const found = Object.keys(cache).flatMap((path) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1] ?? [])
    console.log(JSON.stringify({ name: 'packages', found: [...new Set(found)] }))
  })`
const listing = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listPackages)}` }

async function packagesOf(env: Record<string, string>): Promise<string[]> {
  const server = await processes.start({ ...listing, ...env })
  expect(await server.stop('SIGTERM')).toBe(0)
  const line =
    server
      .output()
      .split('\n')
      .find((text) => text.includes('"name":"packages"')) ?? ''
  return (JSON.parse(line) as { readonly found: string[] }).found
}

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = await listeningServer(() => undefined)
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function listeningServer(answer: (command: string) => string | undefined, port = 0): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      for (const command of chunk.toString().split(/^\*/m).slice(1)) socket.write(answer(command) ?? '+OK\r\n')
    })
    socket.on('error', () => undefined)
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

const oldServer = (port?: number) => {
  const info = 'redis_version:5.0.14\r\n'
  const answer = `$${String(info.length)}\r\n${info}\r\n`
  return listeningServer((command) => (command.includes('info') ? answer : undefined), port)
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/health/ready`)
  return { status: response.status, body: await response.json() }
}

/** Starts a worker; its address is known when it is ready. */
async function startWorker(REDIS_URL: string) {
  const env = { ROLES: 'office', AI_OFFICE_PORT: '0', REDIS_URL }
  const { seen, output, child, ended } = processes.launch('main/main.ts', { env })
  const url = `http://127.0.0.1:${await seen(/"port":(\d+).*"name":"ready"/)}`
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, seen, output, stop }
}

describe('a server', () => {
  it('without REDIS_URL loads no code of Redis', async () => {
    const packages = await packagesOf({})
    expect(packages).toContain('pino')
    expect(packages).not.toContain('ioredis')
    expect(packages).not.toContain('bullmq')
  })

  it('with REDIS_URL loads it, and starts although Redis cannot be reached', async () => {
    const REDIS_URL = `redis://:hush@127.0.0.1:${String(await closedPort())}`
    expect(await packagesOf({ REDIS_URL })).toEqual(expect.arrayContaining(['ioredis', 'bullmq']))
  })

  it('that cannot reach Redis is ready, and names Redis in its readiness', async () => {
    const server = await processes.start({ REDIS_URL: `redis://:hush@127.0.0.1:${String(await closedPort())}` })
    expect(await readiness(server.url)).toEqual({
      status: 200,
      body: { status: 'ready', warnings: [expect.stringContaining('Redis is unavailable')] },
    })
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(server.output()).toContain('redis.unavailable')
    expect(server.output()).not.toContain('hush')
  })

  it('that is a worker is ready too, and names Redis; its log has the reason of failures, without a stack', async () => {
    const worker = await startWorker(`redis://:hush@127.0.0.1:${String(await closedPort())}`)
    expect(await readiness(worker.url)).toEqual({
      status: 200,
      body: { status: 'ready', warnings: ['Redis is unavailable: replies wait for it'] },
    })
    expect((await fetch(`${worker.url}/performance`)).status).toBe(503)
    await worker.seen(/"reason":"[^"]+","name":"request.failed"/)
    expect(await worker.stop()).toBe(0)
    expect(worker.output()).toMatch(/"reason":"ECONNREFUSED: [^"]+","name":"queue.unavailable"/)
    expect(worker.output()).not.toContain('stack')
    expect(worker.output()).not.toContain('hush')
  })

  it('ends with exit code 78 and a sentence when REDIS_URL is not an address, or names a server that is too old', async () => {
    const old = await oldServer()
    const address = `redis://127.0.0.1:${String((old.address() as AddressInfo).port)}`
    const tooOld = 'REDIS_URL: names a Redis server of version 5.0.14; it must be 6.2 or newer'
    for (const [ROLES, REDIS_URL, sentence] of [
      ['app', 'hush', 'REDIS_URL: must be a URL such as'],
      ['app', address, tooOld],
      ['office', address, tooOld],
    ] as const) {
      const { code, output } = await processes.run('main/main.ts', { env: { ROLES, REDIS_URL, AI_OFFICE_PORT: '0' } })
      expect(code).toBe(78)
      expect(output).toContain(sentence)
      expect(output).not.toContain('hush')
    }
    old.close()
  })

  it.each(['app', 'office'])('of the role %s logs that a server that appears later is too old', async (ROLES) => {
    const port = await closedPort()
    const env = { ROLES, AI_OFFICE_PORT: '0', REDIS_URL: `redis://127.0.0.1:${String(port)}` }
    const { seen, child, ended } = processes.launch('main/main.ts', { env })
    await seen(/"name":"ready"/)
    const old = await oldServer(port)
    await seen(/5\.0\.14; it must be 6\.2 or newer.*"name":"redis.refused"/)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    old.close()
  })

  it.each(['app', 'office'])(
    'of the role %s warns of an address that is neither encrypted nor on this machine',
    async (ROLES) => {
      const env = { ROLES, AI_OFFICE_PORT: '0', REDIS_URL: 'redis://:hush@redis.invalid:6379' }
      const { seen, output, child, ended } = processes.launch('main/main.ts', { env })
      await seen(/"name":"redis.unprotected"/)
      await seen(/"name":"ready"/)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(output()).not.toContain('hush')
    },
  )
})

;(testRedis() ? describe : describe.skip)('with a Redis server, a server', () => {
  it('is ready without a warning, warns while Redis is away, and connects again', async () => {
    const redis = await RedisServer.start()
    const server = await processes.start({ REDIS_URL: redis.url })
    expect(await readiness(server.url)).toEqual({ status: 200, body: { status: 'ready' } })
    const warns = async () => JSON.stringify((await readiness(server.url)).body).includes('warnings')
    await redis.kill()
    await until('it warns', warns)
    await redis.restart()
    await until('it warns no longer', async () => !(await warns()))
    const code = await server.stop('SIGTERM')
    // with the error that ended it
    expect([code, /.*"exception\.uncaught".*/.exec(server.output())?.[0]]).toEqual([0, undefined])
    await redis.kill()
  })

  it('that is a worker warns while Redis is away or does not answer', async () => {
    const redis = await RedisServer.start()
    const worker = await startWorker(redis.url)
    const warns = async () => JSON.stringify((await readiness(worker.url)).body).includes('Redis is unavailable')
    await until('it is connected', async () => !(await warns()))
    redis.pause()
    await until('it warns', warns)
    redis.resume()
    await until('it warns no longer', async () => !(await warns()))
    await redis.kill()
    await until('it warns', warns)
    await redis.restart()
    await until('it is connected again', async () => !(await warns()))
    expect(await worker.stop()).toBe(0)
    await redis.kill()
  })

  it('prints nothing but its log when Redis evicts keys', async () => {
    const redis = await RedisServer.start('--maxmemory-policy', 'allkeys-lru')
    const server = await processes.start({ ROLES: 'app,office', AI_OFFICE_PORT: '0', REDIS_URL: redis.url })
    const eve = await Person.register(server.url, 'eve')
    const id = await eve.say(await eve.room())
    await watch(eve, id, undefined, ({ status }) => status === 'COMPLETED')
    expect(await server.stop('SIGTERM')).toBe(0)
    const names = server
      .output()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { readonly name: string }).name)
    expect(names).toContain('redis.evicts')
    await redis.kill()
  })

  it('with a model in its own process finishes a running reply on SIGTERM', async () => {
    const redis = await RedisServer.start()
    const env = { REDIS_URL: redis.url, LOCAL_MODEL: 'scripted:?reply=one two three four&delayMs=50&chunks=20' }
    const server = await processes.start(env)
    const ada = await Person.register(server.url, 'ada')
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ delta }) => delta !== '')
    expect(await server.stop('SIGTERM')).toBe(0)
    // without Redis the next start has only what was stored
    const next = await processes.start()
    const query = 'query ($id: ID!) { generation(id: $id) { status attempt text } }'
    const { generation } = await ada.movedTo(next.url).data(query, { id })
    expect(generation).toEqual({ status: 'COMPLETED', attempt: 1, text: 'one two three four' })
    expect(await next.stop('SIGTERM')).toBe(0)
    await redis.kill()
  })

  it('connects over TLS to a server whose certificate it trusts', async () => {
    const redis = await RedisServer.start(...tlsArguments)
    const trusted = { NODE_EXTRA_CA_CERTS: 'test/fixtures/tls/first-cert.pem' }
    const server = await processes.start({ ...trusted, REDIS_URL: redis.url })
    expect(await readiness(server.url)).toEqual({ status: 200, body: { status: 'ready' } })
    expect(await server.stop('SIGTERM')).toBe(0)
    await redis.kill()
  })

  it('ends with exit code 78 and a sentence when the password is wrong, as a worker does', async () => {
    const redis = await RedisServer.start('--requirepass', 'another')
    const REDIS_URL = redis.url.replace('//', '//:hush@')
    for (const ROLES of ['app', 'office']) {
      const { code, output } = await processes.run('main/main.ts', { env: { ROLES, REDIS_URL, AI_OFFICE_PORT: '0' } })
      expect(code).toBe(78)
      expect(output).toContain('REDIS_URL: is refused by the server: user and password')
      expect(output).not.toContain('queue.unavailable')
      expect(output).not.toContain('hush')
    }
    await redis.kill()
  })
})

const onBoth = testRedis() !== undefined && testServer() !== undefined ? describe : describe.skip

onBoth('the processes of the example on one machine in docs/operations.md', () => {
  const settingsOf = (words = '') =>
    Object.fromEntries([...words.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
  const example = shellBlocksOf('docs/operations.md').find(({ code }) => code.includes('ROLES=character'))?.code ?? ''
  const shared = settingsOf(example.match(/^export .*$/gm)?.join(' '))
  const commands = [...example.matchAll(/^(.*) npm start &$/gm)].map(([, words]) => settingsOf(words))

  it('have ports that differ, and none that of the proxy', () => {
    const used = commands.flatMap((own) => {
      const { roles, ports } = readConfig({ ...shared, ...own })
      return roles.map((role) => ports[role])
    })
    expect(used.toSorted()).toEqual([3001, 3101, 8000, 8001, 8002, 8003, 8081, 8082, 8100, 8101])
  })

  it('are two instances that share the replies, and their workers', async () => {
    const redis = await RedisServer.start()
    const { DATABASE_URL: _database, DATA_DIR: _dataDir, ...common } = shared
    const freePorts = Object.fromEntries(allRoles.map((role) => [portNames[role], '0']))
    const env = { ...common, ...freePorts, REDIS_URL: redis.url, DRAIN_MS: '0' }
    const [first, second, ...workers] = commands
    // a scripted model would also run in the instances
    const instances = [first, second].map((own) => processes.start({ ...own, ...env, LOCAL_MODEL: '' }))
    for (const own of workers)
      await processes.launch('main/main.ts', { env: { ...own, ...env } }).seen(/"name":"ready"/)
    const [one, other] = await Promise.all(instances)
    const grace = await Person.register(one?.url ?? '', 'grace')
    for (const kind of ['office', 'chat'] as const) {
      const id = await grace.say(await grace.room(kind))
      const events = await watch(grace.movedTo(other?.url ?? ''), id)
      expect(events.at(-1)).toMatchObject({ status: 'COMPLETED' })
    }
    expect(await Promise.all([one?.stop('SIGTERM'), other?.stop('SIGTERM')])).toEqual([0, 0])
    await redis.kill()
  })
})
