import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer } from '@parley/testing'
import { readConfig } from '../../src/config/config.js'
import { throughDoor } from '../../tools/operator/door.js'
import { runDoctorCommand } from '../../tools/operator/doctor-command.js'
import { readDoctorCommand } from '../../tools/operator/read-doctor-command.js'
import { manifestSchema, type ActiveReply, type Manifest } from '../release/manifest.js'
import { unpackFolder } from '../release/pack-folder.js'
import { answerTo, replyOf } from '../release/requests.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { logOf, save } from '../support/rooms/log-queries.js'
import { at, Person } from '../support/app/person.js'
import { graphqlApi } from '../support/accounts/session-apis.js'

const folders = 'test/fixtures/data-folders'
const versions = readdirSync(folders).sort()
const reply = 'A reply of this version.'

// the data folders are of the embedded stores, so that a run on PostgreSQL would test nothing
const embedded = testServer() === undefined ? describe : describe.skip

it('every release has a data folder and its schemas', () => {
  const released = readdirSync('schema/released').flatMap((name) => /^(.*)\.schema\.graphql$/.exec(name)?.[1] ?? [])
  expect(versions).toEqual(released.sort())
  expect(versions).toContain('0.1.0')
})

embedded.each(versions)('the data folder of %s, left by a kill -9', (version) => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folders, version, 'manifest.json'), 'utf8')))
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-released-'))
  let app: TestApp
  beforeAll(async () => {
    unpackFolder(join(folders, version, 'files'), dataDir)
    app = await open(manifest, dataDir)
    await app.idle()
    await app.app.product.purger.idle()
  })
  afterAll(async () => {
    await app.close()
  })

  /** An account with the token of the released server. */
  function personOf(name: string | null): Person {
    const found = manifest.people.find((person) => person.name === name)
    return found ? new Person(app.url, found.id, found.name, found.token) : app.stranger()
  }

  async function expectReadsAsBefore(): Promise<void> {
    for (const { listener, as, body, ...request } of manifest.reads) {
      const answer = await answerTo(listener === 'app' ? personOf(as) : app.chatLog(), request)
      expect(answer).toMatchObject({ status: 200, body })
    }
  }

  it('returns the answers of the released server, with the tokens of that time', async () => {
    await expectReadsAsBefore()
  })

  it('serves the images unchanged', async () => {
    for (const { path, type, sha256 } of manifest.images) {
      const response = await fetch(app.url + path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  })

  it('generates the replies that were active as the next attempt: clients may have text of the one before', async () => {
    for (const active of manifest.active) {
      const person = personOf(active.by)
      expect(await replyOf(person, active.id)).toMatchObject(outcomeOf(active))
      const log = (await logOf(person, active.roomId)).map(({ inputData, outputData }) => [inputData, outputData])
      expect(log).toEqual([[active.message, reply]])
    }
  })

  it('completes the pending deletion', async () => {
    const { file, path } = manifest.unpurged
    expect(existsSync(join(dataDir, file))).toBe(false)
    expect((await fetch(app.url + path)).status).toBe(404)
  })

  it('still refuses ended credentials', async () => {
    for (const token of manifest.ended.tokens)
      expect((await new Person(app.url, '', '', token).rest('GET', '/api/users/profile')).status).toBe(401)
    const { password = '' } = manifest.people[0] ?? {}
    for (const email of manifest.ended.emails)
      expect((await app.stranger().rest('POST', '/api/users/login', { email, password })).status).toBe(401)
  })

  it('accepts the passwords, refresh tokens and API keys', async () => {
    for (const { name, id, email, password, refreshToken } of manifest.people) {
      const refreshed = await graphqlApi.refresh(app.stranger(), refreshToken)
      expect(at(await refreshed.person.data('{ me { id } }'), 'me', 'id')).toBe(id)
      const { body } = await app.stranger().rest('POST', '/api/users/login', { email, password })
      const me = new Person(app.url, id, name, at(body, 'token'))
      expect(at(await me.data('{ me { id } }'), 'me', 'id')).toBe(id)
    }
    const headers = { authorization: `Bearer ${manifest.apiKey}` }
    expect((await app.stranger().rest('GET', '/v1/models', undefined, headers)).status).toBe(200)
  })

  it('asks its people for nothing new, and says nothing of acts that were not recorded', async () => {
    const policy = '{ installation { registration registrationByProvider passwordSignIn guestRooms signInRequired } }'
    expect(await app.stranger().data(policy)).toEqual({
      installation: {
        ...{ registration: 'OPEN', registrationByProvider: 'OPEN', passwordSignIn: true },
        ...{ guestRooms: true, signInRequired: false },
      },
    })
    const own = '{ me { secondFactors { id } recoveryCodesLeft apiKeys { scopes } } mySessions { id } }'
    for (const { name } of manifest.people) {
      const { me, mySessions } = await personOf(name).data(own)
      expect(me).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 })
      const { apiKeys } = me as { apiKeys: readonly { scopes: readonly string[] }[] }
      expect(apiKeys.every(({ scopes }) => scopes.join() === 'V1')).toBe(true)
      expect(mySessions).not.toEqual([])
      const replies = `{ myRooms(first: 5) { nodes { entries(first: 3) { nodes { sources { title } alternatives { sources { title } } } }
        generations(first: 3) { nodes { webSearch { state } sources { title } } } } } }`
      expect(JSON.stringify(await personOf(name).data(replies))).not.toMatch(/title|state/)
    }
    expect((await app.app.product.audit.list({})).nodes).toEqual([])
  })

  it('has no findings of the doctor', async () => {
    const command = readDoctorCommand(['--min-age', '0'])
    const lines: string[] = []
    const { left } = await throughDoor(readConfig({ DATA_DIR: dataDir }), (ask) =>
      runDoctorCommand(command, ask, { say: (line) => void lines.push(line) }),
    )
    expect({ left, lines }).toEqual({ left: 0, lines: [] })
  })

  it('opens a second time, with all data written since', async () => {
    const { by, roomId } = manifest.active[0] ?? { by: '', roomId: '' }
    const input = { roomId, inputData: 'Still there?', outputData: 'Yes.' }
    await personOf(by).data(save, { input })
    await app.stop()
    app = await open(manifest, dataDir)
    await expectReadsAsBefore()
    expect((await logOf(personOf(by), roomId)).at(-1)).toMatchObject({ inputData: 'Still there?', outputData: 'Yes.' })
  })
})

/** One minute after the kill, so that no token or session has expired, however long ago the kill was. */
function open({ env, killedAt }: Manifest, dataDir: string): Promise<TestApp> {
  const openedAt = Date.now()
  const clock = () => killedAt + 60_000 + Date.now() - openedAt
  return createTestApp({
    dataDir,
    embedded: true,
    roles: 'app,chatlog',
    clock,
    env: { ...env, LOCAL_MODEL: `scripted:?chunks=2&delayMs=1&reply=${encodeURIComponent(reply)}` },
    wrap: {
      // workers compare deadlines with their own clock
      generator: (generator) => ({
        generate: (job, signal) =>
          generator.generate({ ...job, deadline: job.deadline - clock() + Date.now() }, signal),
      }),
    },
  })
}

/** The outcome that src/replies/reply-recovery.ts documents. */
function outcomeOf({ attempt }: ActiveReply) {
  return { status: 'COMPLETED', error: null, text: reply, attempt: attempt + 1 }
}
