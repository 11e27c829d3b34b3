import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { until } from '@parley/testing'
import { freePort } from '../support/app/free-port.js'
import { redisClient } from '../support/instances/redis.js'
import { createParley } from '../cluster/servers/parley.js'
import { fillDisk } from './small-disk.js'
import type { Fault, ManyMachines } from './fault.js'

const faultMs = 30_000

async function connect({ operator }: ManyMachines): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: operator['DATABASE_URL'] })
  // a server that ends sessions
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** As many connections as the server accepts. */
async function takeConnections(place: ManyMachines): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;)
    try {
      taken.push(await connect(place))
    } catch (error) {
      if (error instanceof pg.DatabaseError) return taken
      throw error
    }
}

/** Writes to the log of the database until the server ends, which it does when the log finds no room. */
async function fillWriteAheadLog(place: ManyMachines): Promise<void> {
  const client = await connect(place)
  try {
    for (;;) await client.query("SELECT pg_logical_emit_message(false, '', repeat('x', 1000000)), pg_switch_wal()")
  } catch {
    // its sessions are gone with it
    await client.end()
  }
}

/** What is moved for good comes last. */
export const faultsOfMachines: readonly Fault<ManyMachines>[] = [
  {
    name: `PostgreSQL is frozen for ${faultMs / 1_000} s`,
    strike: ({ cluster }) => cluster.postgres.freeze(faultMs),
    ...{ backWithinMs: 10_000, named: /parley_store_up\{store="database"\} 0/ },
  },
  {
    name: `a transaction keeps locks on two tables for ${faultMs / 1_000} s`,
    strike: async (place) => {
      const client = await connect(place)
      await client.query('BEGIN; LOCK TABLE log_entries, generations IN EXCLUSIVE MODE')
      await pause(faultMs)
      await client.query('ROLLBACK')
      await client.end()
    },
    ...{ backWithinMs: 10_000, readsGoOn: true, writesWithinMs: 6_000, named: /lock\.awaited/ },
  },
  {
    name: `PostgreSQL has no free connection for ${faultMs / 1_000} s`,
    strike: async (place) => {
      const taken = await takeConnections(place)
      await pause(faultMs)
      await Promise.all(taken.map((client) => client.end()))
    },
    ...{ backWithinMs: 10_000, named: /ready: 200/ },
  },
  {
    name: `the disk of PostgreSQL is full for ${faultMs / 1_000} s`,
    strike: async ({ postgresFolder }) => {
      const file = fillDisk(postgresFolder)
      await pause(faultMs)
      rmSync(file)
    },
    ...{ backWithinMs: 20_000, readsGoOn: true, named: /parley_store_writable\{store="database"\} 0/ },
  },
  {
    name: `the disk of PostgreSQL has no room for its log for ${faultMs / 1_000} s`,
    strike: async (place) => {
      const file = fillDisk(place.postgresFolder)
      await fillWriteAheadLog(place)
      await pause(faultMs)
      await place.cluster.postgres.end('SIGKILL')
      rmSync(file)
      await place.cluster.postgres.start()
    },
    ...{ backWithinMs: 20_000, named: /parley_store_up\{store="database"\} 0/ },
  },
  {
    name: `Redis is frozen for ${faultMs / 1_000} s`,
    strike: ({ cluster }) => cluster.redis.freeze(faultMs),
    ...{ backWithinMs: 15_000, readsGoOn: true, endsRuns: true, named: /parley_store_up\{store="redis_bus"\} 0/ },
  },
  {
    name: 'an instance is killed',
    strike: async ({ cluster: { instances } }) => {
      await instances[1]?.end('SIGKILL')
      await instances[1]?.start()
    },
    ...{ backWithinMs: 30_000, isSilent: true, named: /no answer/ },
  },
  {
    name: `an instance is frozen for ${faultMs / 1_000} s`,
    strike: async ({ cluster: { instances } }) => instances[1]?.freeze(faultMs),
    ...{ backWithinMs: 15_000, isSilent: true, named: /no answer/ },
  },
  {
    name: `all workers are frozen for ${faultMs / 1_000} s`,
    strike: async ({ cluster: { workers } }) => {
      await Promise.all(workers.map((worker) => worker.freeze(faultMs)))
    },
    ...{ backWithinMs: 15_000, readsGoOn: true, writesWithinMs: 6_000, endsRuns: true, named: /queue\.job_lost/ },
  },
  {
    name: 'an instance starts whose clock is an hour ahead',
    strike: async ({ operator }) => {
      const env = {
        ...operator,
        ...{ APP_PORT: String(await freePort()), CHATLOG_PORT: '0', ADMIN_PORT: '0', AI_GATEWAY_PORT: '0' },
        ...{ ROLES: 'app,chatlog,admin,gateway', LD_PRELOAD: process.env['TEST_FAKETIME'] ?? '' },
        ...{ FAKETIME: '+3600s', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
      }
      const ahead = createParley({ name: 'instance ahead', program: ['dist/main/main.js'], env })
      await ahead.start()
      await until('the instance is suspended', () => ahead.output.includes('instance.suspended'))
      await pause(faultMs)
      await ahead.end('SIGTERM')
    },
    ...{ backWithinMs: 10_000, readsGoOn: true, writesWithinMs: 6_000, named: /ready: 200/ },
  },
  ...(['login page', 'too many requests', 'silence'] as const).map((fault): Fault<ManyMachines> => ({
    name: `the model server answers with ${fault === 'login page' ? 'a login page' : fault} for ${faultMs / 1_000} s`,
    strike: async ({ engine }) => {
      engine.fault = fault
      await pause(faultMs)
      engine.fault = undefined
    },
    ...{
      backWithinMs: 60_000,
      readsGoOn: true,
      writesWithinMs: 6_000,
      named: fault === 'silence' ? /ready: 200/ : /model_server\.unavailable/,
    },
  })),
  {
    name: `Redis accepts no writes for ${faultMs / 1_000} s, since its memory is full`,
    strike: async ({ cluster }) => {
      const client = redisClient(cluster.redisUrl)
      await client.config('SET', 'maxmemory', '1')
      await pause(faultMs)
      await client.config('SET', 'maxmemory', '0')
      client.disconnect()
    },
    ...{ backWithinMs: 15_000, readsGoOn: true, endsRuns: true, named: /Redis/ },
  },
  {
    name: 'Redis vanishes, and its name leads to another one after 10 s',
    strike: async ({ machines, network, spareRedis }) => {
      machines.queue.cut()
      await pause(10_000)
      await spareRedis.start()
      network.lead(machines.queue.name, machines.spareQueue.address)
    },
    ...{ backWithinMs: 20_000, readsGoOn: true, endsRuns: true, named: /parley_store_up\{store="redis_bus"\} 0/ },
  },
  {
    name: 'PostgreSQL vanishes, and its name leads to the standby after 10 s',
    strike: async ({ machines, network, standby }) => {
      machines.database.cut()
      await pause(10_000)
      standby.promote()
      network.lead(machines.database.name, machines.standby.address)
    },
    ...{ backWithinMs: 20_000, named: /parley_store_up\{store="database"\} 0/ },
  },
]
