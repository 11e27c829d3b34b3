import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { openMigrated } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'
import { ordinaryUse } from '../../release/ordinary-use.js'
import { answerTo } from '../../release/requests.js'
import { ChatLogCaller, Person } from '../../support/app/person.js'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { createTestDatabase, testMongoDatabase, testServer } from '@parley/testing'
import { Processes } from '../../support/app/processes.js'
import { bucketSettings } from '../../support/images/test-bucket.js'
import { writeLogs } from '../../support/stores/full-tables.js'
import { migrationKills } from '../../support/stores/migration-kills.js'
import { foundBy } from '../../support/stores/moved-folders.js'

const script = 'tools/migrate-store/main.ts'
const kills = migrationKills()
const opened: Processes[] = []
const newProcesses = async () => {
  const processes = await Processes.create({ embedded: true })
  opened.push(processes)
  return processes
}
afterAll(() => Promise.all(opened.map((processes) => processes.close())))

/** The settings of the targets that this run of the suite has. */
async function newTargets(name: string) {
  const created = await createTestDatabase()
  const mongo = testMongoDatabase(name)
  await mongo?.drop()
  const env: Record<string, string> = {
    ...(created ? { DATABASE_URL: created.url } : {}),
    ...(mongo ? { MONGODB_URL: mongo.url } : {}),
    ...bucketSettings(),
  }
  const drop = async () => {
    await created?.drop()
    await mongo?.drop()
  }
  return { env, drop }
}

const withTargets = testServer() === undefined ? describe.skip : describe
withTargets('npm run migrate-store', () => {
  it('moves an installation: tokens, passwords, logs, searches and images are those of before', async () => {
    const processes = await newProcesses()
    const roles = { ROLES: 'app,chatlog', CHATLOG_PORT: '0', LOCAL_MODEL: 'scripted:?delayMs=1' }
    let server = await processes.start(roles)
    const used = await ordinaryUse(server)
    const { env, drop } = await newTargets('an installation that moves')
    const whileItRuns = await processes.run(script, { env })
    expect(whileItRuns).toMatchObject({ code: 75, output: expect.stringContaining('stop the server') })
    await server.stop('SIGTERM')
    expect(await processes.run(script, { env })).toMatchObject({
      code: 0,
      output: expect.stringContaining('are equal'),
    })

    server = await processes.start({ ...roles, ...env })
    const service = new ChatLogCaller(`http://127.0.0.1:${String(server.ports['chatlog'])}`)
    for (const { listener, as, body, ...request } of used.reads) {
      const { id, name, token } = used.people.find((person) => person.name === as) ?? { id: '', name: '' }
      const caller = listener === 'app' ? new Person(server.url, id, name, token) : service
      expect(await answerTo(caller, request)).toMatchObject({ status: 200, body })
    }
    for (const { path } of used.images) expect((await fetch(server.url + path)).status).toBe(200)
    expect(server.output()).not.toContain('installation.changed')
    await server.stop('SIGTERM')
    const doctor = await processes.run('tools/doctor.ts', { env, args: ['--min-age', '0'] })
    expect(doctor).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is left.') })
    await drop()
  }, 300_000)

  it(`loses nothing when it is killed ${kills} times`, async () => {
    const processes = await newProcesses()
    await writeLogs(processes.dataDir, { rooms: 60, entries: 100 })
    const { env, drop } = await newTargets('an installation whose move is killed')
    const startedAt = performance.now()
    await processes.run(script, { env, args: ['--dry-run'] })
    const startMs = performance.now() - startedAt
    let finished = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, ended } = processes.launch(script, { env })
      // later kills come later, so that every step is hit although each run continues
      await Promise.race([ended, pause(startMs * (0.5 + 2 * Math.random() * ((kill + 1) / kills)))])
      child.kill('SIGKILL')
      const code = await ended
      expect([0, null]).toContain(code)
      if (code === 0) finished += 1
    }
    expect(finished).toBeLessThan(kills)
    const { code, output } = await processes.run(script, { env })
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('are equal') })
    const doctor = await processes.run('tools/doctor.ts', { env, args: ['--min-age', '0', '--json'] })
    // the logs were written without records of rooms
    expect(doctor.output).not.toMatch(/entry-not-indexed|entries-without-log/)
    if (env['MONGODB_URL'] === undefined) {
      const target = await openMigrated({ url: env['DATABASE_URL'], dataDir: '' })
      expect(await foundBy(new EmbeddedChatLogStore(target, logRecords), 'message')).toBe(60 * 99)
      await target.close()
    }
    await drop()
  }, 600_000)
})
