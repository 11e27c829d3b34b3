import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuildFresh } from '../../../tools/sources.mjs'
import { createTestDatabase, testMongoDatabase } from '@parley/testing'

export interface Launched {
  readonly child: ChildProcess
  /** The exit code, null after a signal. */
  readonly ended: Promise<number | null>
  /**
   * Resolves with the first group of `pattern` as soon as the output matches; rejects when the process ends before
   * that.
   */
  seen(pattern: RegExp): Promise<string>
  /** All output so far, of both streams. */
  output(): string
}

export interface Started {
  readonly url: string
  /** The started process; its workers are further processes. */
  readonly pid: number
  /** The ports of all listeners, by role. */
  readonly ports: Readonly<Record<string, number>>
  readonly output: () => string
  /** As in Launched; a log line may arrive after the answer of the request that wrote it. */
  readonly seen: (pattern: RegExp) => Promise<string>
  /** The newest worker process of a kind. */
  workerPid(kind: string): number
  stop(signal: NodeJS.Signals): Promise<number | null>
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export interface LaunchOptions {
  readonly env?: Record<string, string>
  readonly args?: string[]
  /** Its standard input; empty when absent. */
  readonly input?: string
  /** The file descriptor of its standard output, which `output` then lacks. */
  readonly stdout?: number | 'pipe'
  /** The limit of its file handles. */
  readonly handles?: number
  /** Whether the modes of files apply to it even if root runs the tests. */
  readonly obeysModes?: boolean
}

/** Real processes on one folder, and with TEST_DATABASE_URL or TEST_MONGODB_URL on one database. */
export class Processes {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'parley-process-'))
  readonly #runsBuild = isBuildFresh()
  readonly #children = new Set<ChildProcess>()
  readonly #chats: ReturnType<typeof testMongoDatabase>

  private constructor(
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    /** The file of the server. */
    private readonly program: string,
    embedded: boolean,
  ) {
    this.#chats = embedded ? undefined : testMongoDatabase(this.dataDir)
  }

  /** `embedded` uses only SQLite in every run of the suite; `checkout` runs the build of another checkout. */
  static async create({ embedded = false, checkout = '' } = {}): Promise<Processes> {
    const program = checkout === '' ? 'main/main.ts' : join(checkout, builtProgram(checkout))
    return new Processes(embedded ? undefined : await createTestDatabase(), program, embedded)
  }

  get mongodbUrl(): string | undefined {
    return this.#chats?.url
  }

  get databaseUrl(): string | undefined {
    return this.database?.url
  }

  /**
   * Runs a script of ours with this environment, plus the folder, the database and a free port. A build that is not
   * stale starts in half the time.
   */
  launch(script: string, options: LaunchOptions = {}): Launched {
    const { env = {}, args = [], input, stdout = 'pipe', handles, obeysModes = false } = options
    const built = join('dist', script.replace(/ts$/, 'js'))
    const program = this.#runsBuild && existsSync(built) ? built : script
    const loader = program.endsWith('.ts') ? ['--import', './tools/run-ts.mjs'] : []
    const limited = handles === undefined ? [] : ['bash', '-c', `ulimit -n ${String(handles)}; exec "$@"`, 'bash']
    const isBounded = obeysModes && process.getuid?.() === 0
    const bounded = isBounded ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
    const [file = process.execPath, ...words] = [...limited, ...bounded, process.execPath, ...loader, program, ...args]
    const child = spawn(file, words, {
      env: {
        DATA_DIR: this.dataDir,
        HOST: '127.0.0.1',
        APP_PORT: '0',
        ROLES: 'app',
        LOCAL_MODEL: 'scripted:',
        ...(this.database ? { DATABASE_URL: this.database.url } : {}),
        ...(this.#chats ? { MONGODB_URL: this.#chats.url } : {}),
        // tests do not depend on the load of their machine
        LOAD_LIMITS: '{"eventLoopMs":false}',
        // nor on the settings of its user
        ENV_FILE: '/dev/null',
        ...env,
      },
      stdio: ['pipe', stdout, 'pipe'],
    })
    child.stdin?.end(input)
    this.#children.add(child)
    let output = ''
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const watchers = new Set<() => void>()
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        for (const look of watchers) look()
      })
    const seen = (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)
          if (found) resolve(found[1] ?? '')
        }
        watchers.add(look)
        look()
        void ended.then((code) => reject(new Error(`ended with ${String(code)}: ${output}`)))
      })
    return { child, ended, seen, output: () => output }
  }

  /** Starts a server; resolves when it is ready. */
  async start(env: Record<string, string> = {}, options: Pick<LaunchOptions, 'handles'> = {}): Promise<Started> {
    const { child, ended, seen, output } = this.launch(this.program, { env, ...options })
    const ports = JSON.parse(await seen(/"ports":(\{[^}]*\}).*"name":"ready"/)) as Record<string, number>
    return {
      url: `http://127.0.0.1:${String(ports['app'])}`,
      pid: child.pid ?? 0,
      ports,
      output,
      seen,
      workerPid: (kind) => {
        const pids = [...output().matchAll(new RegExp(`"kind":"${kind}","workerPid":(\\d+)`, 'g'))]
        return Number(pids.at(-1)?.[1])
      },
      stop: (signal) => {
        child.kill(signal)
        return ended
      },
    }
  }

  /** Runs a command until it ends. */
  async run(script: string, options: LaunchOptions = {}): Promise<Ended> {
    const { ended, output } = this.launch(script, options)
    return { code: await ended, output: output() }
  }

  /** Kills running processes and, when they have ended, removes the data. */
  async close(): Promise<void> {
    const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
      pid !== undefined && exitCode === null && signalCode === null
    const running = [...this.#children].filter(isRunning)
    const ended = running.map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
    rmSync(this.dataDir, { recursive: true, force: true })
    await this.database?.drop()
    await this.#chats?.drop()
  }
}

/** The file that `npm start` of a checkout runs; its path differs between releases. */
function builtProgram(checkout: string): string {
  const [program] = /dist\/[\w./-]+\.js/.exec(readFileSync(join(checkout, 'package.json'), 'utf8')) ?? []
  if (program === undefined) throw new Error(`package.json of ${checkout} starts no program of dist/`)
  return program
}
