import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ListenerName } from '../../src/config/ports.js'
import { fixture } from '../support/gateway/tls-caller.js'
import { turnsSince, type Turns } from './turns.js'

const heapMegabytes = 512
const startSeconds = 60

const running = new Set<Server>()
process.once('exit', () => {
  for (const server of running) server.abandon()
})

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Modules that the process loads first, in addition to the one that reports its memory. */
  readonly preload?: readonly string[]
  /** What node runs; absent: the bundle, or with modules to load first its modules, in which a defect can be planted. */
  readonly program?: string
  /** Those that the system allows it. */
  readonly fileHandles?: number
}

interface Memory {
  /** Of heap and external memory. */
  readonly heapBytes: number
  /** Of the whole process. */
  readonly residentBytes: number
}

/** The built server in its own process with all listeners; the main process has a heap of 512 MB. */
export class Server {
  #memoryAsked: ((memory: Memory) => void)[] = []
  readonly #ended: Promise<void>

  private constructor(
    private readonly child: ChildProcess,
    private readonly outputPath: string,
    private readonly turnsPath: string,
  ) {
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()))
    child.on('message', (message: { readonly kind: string } & Memory) => {
      if (message.kind === 'memory') this.#memoryAsked.shift()?.(message)
    })
    running.add(this)
    void this.#ended.then(() => running.delete(this))
  }

  /** Resolves when the server is ready. Rejects with its output when it fails to start. */
  static async start({ dataDir, env = {}, preload = [], program, fileHandles }: ServerOptions): Promise<Server> {
    const outputPath = join(mkdtempSync(join(tmpdir(), 'parley-abuse-output-')), 'output')
    const output = openSync(outputPath, 'w')
    const turnsPath = join(dirname(outputPath), 'turns')
    const imports = [`./test/abuse/probe.mjs?turns=${turnsPath}`, ...preload].flatMap((path) => ['--import', path])
    const flags = [`--max-old-space-size=${String(heapMegabytes)}`, '--expose-gc', ...imports]
    const usual = preload.length === 0 ? 'dist/main/main.js' : 'dist/modules/main/main.js'
    const limit = fileHandles === undefined ? '' : `ulimit -n ${String(fileHandles)}; `
    const command = [process.execPath, ...flags, program ?? usual]
    const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...command], {
      env: { ...settings(dataDir), ...env },
      stdio: ['ignore', output, output, 'ipc'],
      // a process group, so that its workers end with it
      detached: true,
    })
    closeSync(output)
    const server = new Server(child, outputPath, turnsPath)
    const startedAt = Date.now()
    while (!server.output().includes('"name":"ready"')) {
      if (!server.isRunning || Date.now() - startedAt > startSeconds * 1_000) {
        const output = server.output()
        await server.kill()
        throw new Error(`the server did not start: ${output.slice(-2_000)}`)
      }
      await pause(50)
    }
    return server
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  port(listener: ListenerName): number {
    const inThisProcess = JSON.parse(/"ports":(\{[^}]*\})/.exec(this.output())?.[1] ?? '{}') as Record<string, number>
    const ofWorker = new RegExp(`"kind":"${listener}","workerPid":\\d+,"workerPort":(\\d+)`).exec(this.output())?.[1]
    const port = inThisProcess[listener] ?? Number(ofWorker)
    if (!port) throw new Error(`the server has no listener ${listener}`)
    return port
  }

  /** The process ids of all workers that were started: more than two when one was replaced. */
  workerPids(): readonly number[] {
    return [...this.output().matchAll(/"workerPid":(\d+)/g)].map(([, pid]) => Number(pid))
  }

  /** The memory of the process after a garbage collection. Undefined when it does not answer in time. */
  async memoryAfterCollection(): Promise<Memory | undefined> {
    if (!this.isRunning) return undefined
    const answered = new Promise<Memory>((resolve) => this.#memoryAsked.push(resolve))
    this.child.send({ kind: 'memory' }, () => undefined)
    return Promise.race([answered, this.#ended.then(() => undefined), pause(30_000, undefined, { ref: false })])
  }

  /** Turns of the event loops of the process and its workers since a time in epoch milliseconds. */
  turnsSince(since: number): Turns {
    return turnsSince(this.turnsPath, since)
  }

  output(): string {
    return existsSync(this.outputPath) ? readFileSync(this.outputPath, 'utf8') : ''
  }

  /** Kills it and deletes its output. */
  async kill(): Promise<void> {
    this.abandon()
    await this.#ended
  }

  /** Kills the process without waiting for its end. */
  abandon(): void {
    this.#sendKill()
    rmSync(dirname(this.outputPath), { recursive: true, force: true })
  }

  /** Stops the main process, not its workers, this often for this long. In between it runs too briefly to catch up. */
  async stopFor({ times, ms }: { readonly times: number; readonly ms: number }): Promise<void> {
    for (let stop = 0; stop < times; stop += 1) {
      this.#signal('SIGSTOP')
      await pause(ms)
      this.#signal('SIGCONT')
      await pause(50)
    }
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.isRunning) process.kill(this.pid, signal)
  }

  #sendKill(): void {
    if (!this.isRunning || this.child.pid === undefined) return
    process.kill(-this.child.pid, 'SIGKILL')
  }
}

function settings(dataDir: string): Record<string, string> {
  const anyPort = ['APP', 'CHATLOG', 'ADMIN', 'AI_GATEWAY', 'AI_OFFICE', 'AI_CHARACTER', 'AI_LEGACY', 'AI_TLS']
  return {
    ...Object.fromEntries(anyPort.map((name) => [`${name}_PORT`, '0'])),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    TLS_CERT_FILE: fixture('first-cert'),
    TLS_KEY_FILE: fixture('first-key'),
    LOCAL_MODEL: 'scripted:?chunks=40&delayMs=5',
    LOG_LEVEL: 'info',
    ENV_FILE: '/dev/null',
  }
}
