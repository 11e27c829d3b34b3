import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadProbe } from '@parley/edge'
import { createLogger, type Logger } from '@parley/runtime'
import { startApp, type App } from '../../../main/app.js'
import type { Core } from '../../../main/core.js'
import type { PortOverrides } from '../../../main/port-overrides.js'
import { readConfig } from '../../../src/config/config.js'
import type { ListenerName } from '../../../src/config/ports.js'
import { UserTable } from '../../../src/database/tables/users.js'
import { servesLine } from './lines-served.js'
import { manyPeople } from './many-people.js'
import { createTestDatabase, testMongoDatabase } from '@parley/testing'
import { copyTemplate, templateDatabase } from './template.js'
import { bucketSettings } from '../images/test-bucket.js'
import { AdminCaller, ChatLogCaller, Person } from './person.js'

export interface TestAppOptions {
  /** The roles of the process; `app` when absent. Each listener has its own port. */
  readonly roles?: 'app' | 'app,chatlog' | 'app,admin' | 'app,chatlog,admin' | 'app,chatlog,admin,gateway'
  /** Environment in addition to the test defaults. */
  readonly env?: Readonly<Record<string, string>>
  /** In place of the clock of the store. */
  readonly clock?: () => number
  /** The clock of its machine. */
  readonly machineClock?: () => number
  readonly log?: Logger
  /** A folder to keep across restarts; when absent a temporary one, shared by the apps on `databaseUrl`. */
  readonly dataDir?: string
  /** A database to keep across restarts (PostgreSQL runs only). */
  readonly databaseUrl?: string | undefined
  /** Keeps chat logs in the relational database in every run of the suite. */
  readonly embedded?: true
  /** Ports that can fail. */
  readonly wrap?: PortOverrides
  /** The load of the process; that of the test process when absent. */
  readonly probe?: LoadProbe
  /** How long a stop waits for replies, in milliseconds. */
  readonly drainMs?: number
}

/**
 * The real app in its own folder (with TEST_DATABASE_URL or TEST_MONGODB_URL also its own database), on a free port.
 */
export class TestApp {
  readonly url: string
  #names = 0

  constructor(
    /** Its use cases and stores, for state that clients cannot see. */
    readonly app: Core,
    private readonly running: App,
    readonly dataDir: string,
    readonly databaseUrl: string | undefined,
    /** The database of its chat logs (only in MongoDB runs). */
    readonly mongodbUrl: string | undefined,
    private readonly release: () => Promise<void>,
  ) {
    this.url = `http://127.0.0.1:${String(running.ports.app)}`
  }

  /** A client without a token. */
  stranger(): Person {
    return new Person(this.url)
  }

  /** A caller of the chat-log service; needs the role. */
  chatLog(token?: string): Person {
    return new ChatLogCaller(`http://127.0.0.1:${String(this.portOf('chatlog'))}`, '', '', token)
  }

  /** A caller of the admin service; needs the role. */
  adminService(token?: string): Person {
    return new AdminCaller(`http://127.0.0.1:${String(this.portOf('admin'))}`, '', '', token)
  }

  /** A registered and signed-in user; the name is made unique. */
  async person(name = 'user'): Promise<Person> {
    this.#names += 1
    return Person.register(this.url, `${name}${this.#names}`)
  }

  async admin(): Promise<Person> {
    const person = await this.person('admin')
    await this.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, { role: 'ADMIN' }))
    return person
  }

  /** The port of a listener that it has. */
  portOf(role: ListenerName): number {
    const port = this.running.ports[role]
    if (port === undefined) throw new Error(`this test app has no ${role}`)
    return port
  }

  idle(): Promise<void> {
    return this.app.product.running.idle()
  }

  /** Stops the app and keeps its data for another start. */
  stop(): Promise<void> {
    return this.running.stop()
  }

  /** Stops the app and removes its data. */
  async close(): Promise<void> {
    await this.running.stop()
    await this.release()
  }
}

/** The folder of the running apps on a database: instances share their images and their secret. */
const foldersOf = new Map<string, { readonly dataDir: string; apps: number }>()

function openFolder(
  dataDir: string | undefined,
  databaseUrl: string | undefined,
): { dataDir: string; release(): void } {
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  const known = databaseUrl === undefined ? undefined : foldersOf.get(databaseUrl)
  const path = dataDir ?? known?.dataDir ?? mkdtempSync(join(tmpdir(), 'parley-test-'))
  if (dataDir !== undefined || databaseUrl === undefined) return { dataDir: path, release: () => remove(path) }
  const shared = known ?? { dataDir: path, apps: 0 }
  foldersOf.set(databaseUrl, shared)
  shared.apps += 1
  return {
    dataDir: path,
    release: () => {
      shared.apps -= 1
      if (shared.apps > 0) return
      foldersOf.delete(databaseUrl)
      remove(path)
    },
  }
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl === undefined ? await createTestDatabase(await templateDatabase()) : undefined
  const databaseUrl = options.databaseUrl ?? database?.url
  const folder = openFolder(options.dataDir, databaseUrl)
  const { dataDir } = folder
  if (options.dataDir === undefined && databaseUrl === undefined) await copyTemplate(dataDir)
  const chats = options.embedded ? undefined : testMongoDatabase(databaseUrl ?? dataDir)
  const config = readConfig({
    HOST: '127.0.0.1',
    APP_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ROLES: options.roles ?? 'app',
    CHATLOG_PORT: '0',
    ADMIN_PORT: '0',
    LOCAL_MODEL: 'scripted:?delayMs=1',
    RATE_LIMITS: manyPeople,
    // tests do not depend on the load of their machine
    ...(options.probe ? {} : { LOAD_LIMITS: '{"eventLoopMs":false,"heapShare":false}' }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(chats === undefined ? {} : { MONGODB_URL: chats.url }),
    ...bucketSettings(),
    ...options.env,
  })
  const log = options.log ?? createLogger('silent')
  const app = await startApp(config, {
    log,
    drainMs: options.drainMs ?? 3_000,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.machineClock ? { machineClock: options.machineClock } : {}),
    ...(options.wrap ? { wrap: options.wrap } : {}),
    probe: options.probe,
  })
  for (const port of Object.values(app.ports)) servesLine(`http://127.0.0.1:${String(port)}`, config.apiLine)
  if (!app.core) throw new Error('a test app has the role app')
  return new TestApp(app.core, app, dataDir, databaseUrl, config.mongodbUrl, async () => {
    folder.release()
    await database?.drop()
    await chats?.drop()
  })
}
