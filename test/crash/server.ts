import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/app/free-port.js'
import { testMongoDatabase } from '@parley/testing'
import { manyPeople } from '../support/app/many-people.js'
import { storedImage } from './writers/writes.js'

/** The roles of the killed process. */
const roles = 'app,chatlog'

export interface ServerOptions {
  /** The arguments of node that run the program. */
  readonly program: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The server as a process group; its folder and port stay when it is killed. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  /** The database of its chat logs, with TEST_MONGODB_URL. */
  readonly chats = testMongoDatabase(this.dataDir)
  readonly url: string
  readonly chatLogUrl: string
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #output = ''
  #isKilled = true

  private constructor(
    private readonly options: ServerOptions,
    private readonly port: number,
    private readonly chatLogPort: number,
  ) {
    this.url = `http://127.0.0.1:${port}`
    this.chatLogUrl = `http://127.0.0.1:${chatLogPort}`
    // a separate process group does not get our signals
    process.once('exit', () => this.#sendKill())
  }

  static async create(options: ServerOptions): Promise<Server> {
    return new Server(options, await freePort(), await freePort())
  }

  /** True from the kill on: later failures are a result of it. */
  get isKilled(): boolean {
    return this.#isKilled
  }

  /** The last output of this run. */
  get output(): string {
    return this.#output.slice(-2_000)
  }

  /** Resolves to true when it listens, to false when it ended before that. */
  async start(model: string): Promise<boolean> {
    const { program, env } = this.options
    const child = spawn(process.execPath, program, {
      env: {
        DATA_DIR: this.dataDir,
        HOST: '127.0.0.1',
        APP_PORT: String(this.port),
        CHATLOG_PORT: String(this.chatLogPort),
        ROLES: roles,
        LOCAL_MODEL: model,
        OFFICE_CONCURRENCY: '2',
        IMAGE_HOST: new URL(storedImage).host,
        LOG_LEVEL: 'warn',
        ENV_FILE: '/dev/null',
        RATE_LIMITS: manyPeople,
        ...(this.chats ? { MONGODB_URL: this.chats.url } : {}),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a process group, so that its workers end with it
      detached: true,
    })
    this.#child = child
    this.#isKilled = false
    this.#output = ''
    this.#ended = new Promise((resolve) => child.once('close', () => resolve()))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    return Promise.race([this.#answers(), this.#ended.then(() => false)])
  }

  /** Resolves when the last listener answers, or the process has ended. */
  async #answers(): Promise<boolean> {
    const running = new AbortController()
    void this.#ended.then(() => running.abort())
    while (!running.signal.aborted) {
      const isReady = await fetch(`${this.chatLogUrl}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return true
      await pause(20)
    }
    return false
  }

  /** Sends SIGKILL to the whole group; resolves when all its processes have ended. */
  async kill(): Promise<void> {
    this.#sendKill()
    await this.#ended
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.dataDir, { recursive: true, force: true })
    await this.chats?.drop()
  }

  #sendKill(): void {
    this.#isKilled = true
    const child = this.#child
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  }
}
