import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { onServer, testServer } from '@parley/testing'
import { Processes } from '../support/app/processes.js'

const [secret, other] = ['s'.repeat(64), 'o'.repeat(64)]

// only PostgreSQL can be shared
;(testServer() === undefined ? describe.skip : describe)('of the processes on one database', () => {
  let processes: Processes
  beforeEach(async () => {
    processes = await Processes.create()
  })
  afterEach(() => processes.close())

  const start = (JWT_SECRET: string) => processes.start({ JWT_SECRET })
  /** All of them count as stopped, as after 15 seconds without a heartbeat. */
  const forgetHeartbeats = () => onServer(processes.databaseUrl ?? '', 'UPDATE instances SET seen_at = 1')
  const ready = async (url: string) => (await fetch(`${url}/health/ready`)).status

  it('one with another secret and another bucket is refused with exit code 78 and a sentence, and the first one goes on', async () => {
    // no server is there; a start does not wait for it
    const bucket = (name: string) => ({
      IMAGES_URL: `s3://${name}?endpoint=http://127.0.0.1:1`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'hush',
    })
    const first = await processes.start({ JWT_SECRET: secret, ...bucket('pictures') })
    const { code, output } = await processes.run('main/main.ts', { env: { JWT_SECRET: other, ...bucket('others') } })
    expect(code).toBe(78)
    expect(output).toContain('JWT_SECRET: another running instance signs tokens with another secret')
    expect(output).toContain('IMAGES_URL: another running instance has its images elsewhere')
    expect(output).not.toContain(other)
    expect(output).not.toContain(secret)
    expect(await ready(first.url)).toBe(200)
    expect(await first.stop('SIGTERM')).toBe(0)
    // a stop removes the row at once
    const next = await start(other)
    await next.seen(/"setting":"JWT_SECRET".*"name":"(installation\.changed)"/)
    expect(await next.stop('SIGTERM')).toBe(0)
  })

  it('one that was frozen while its secret was replaced stops with exit code 78', async () => {
    const frozen = await start(secret)
    process.kill(frozen.pid, 'SIGSTOP')
    await forgetHeartbeats()
    const next = await start(other)
    process.kill(frozen.pid, 'SIGCONT')
    await frozen.seen(/JWT_SECRET: another running instance.*"name":"(instance\.refused)"/)
    expect(await frozen.stop('SIGCONT')).toBe(78)
    expect(await ready(next.url)).toBe(200)
    expect(await next.stop('SIGTERM')).toBe(0)
  })

  it('one that was frozen while another one with the same secret started goes on, and is registered again', async () => {
    const frozen = await start(secret)
    process.kill(frozen.pid, 'SIGSTOP')
    await forgetHeartbeats()
    const next = await start(secret)
    // the registration of the other one has removed the row
    expect(next.output()).not.toContain('redis.missing')
    process.kill(frozen.pid, 'SIGCONT')
    for (const one of [frozen, next]) await one.seen(/"name":"(redis\.missing)"/)
    for (const one of [frozen, next]) {
      expect(await ready(one.url)).toBe(200)
      expect(await one.stop('SIGTERM')).toBe(0)
    }
  })
})
