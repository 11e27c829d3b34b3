import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const startMs = 60_000
const keptOutput = 20_000

export interface DaemonOptions {
  readonly name: string
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The words in front of it that run it on another host. */
  readonly enter?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Runs as this user of the system if the caller may change it. */
  readonly user?: string
  /** Whether it serves requests; called repeatedly while it starts. */
  readonly isReady: (output: string) => boolean | Promise<boolean>
}

/** A process group of its own does not get our signals. */
const running = new Set<Daemon>()
process.once('exit', () => {
  for (const daemon of running) daemon.signalGroup('SIGKILL')
})

/** A server process that can be stopped, frozen and started again with the same arguments. */
export class Daemon {
  #child: ChildProcess | undefined
  #output = ''
  /** Called with each piece of the output. */
  onOutput: ((piece: string) => void) | undefined

  constructor(private readonly options: DaemonOptions) {}

  get name(): string {
    return this.options.name
  }

  /** The last output of all its runs. */
  get output(): string {
    return this.#output
  }

  /** Of the newest run; 0 before the first. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    const child = this.#child
    return child?.exitCode === null && child.signalCode === null
  }

  /** Resolves when it serves requests; rejects when it ends before that, or is not ready in time. */
  async start(): Promise<void> {
    const { command, enter = [], env = {}, user, isReady, name } = this.options
    const [program, ...args] = [...enter, ...asUser(user), ...command]
    const child = spawn(program ?? '', args, {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    running.add(this)
    child.once('close', () => running.delete(this))
    let output = ''
    child.on('error', (error) => (output += error.message))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        this.#output = (this.#output + chunk.toString()).slice(-keptOutput)
        this.onOutput?.(chunk.toString())
      })
    const patience = AbortSignal.timeout(startMs)
    while (!(await isReady(output))) {
      if (!this.isRunning || patience.aborted) throw new Error(`${name} does not start: ${output.slice(-3_000)}`)
      await pause(20)
    }
  }

  /** Resolves to its exit code when it has ended; null after a signal that it does not handle. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || !this.isRunning) return child?.exitCode ?? null
    const ended = once(child, 'close')
    // a graceful end is the task of the first process; a kill is for its children too
    if (signal === 'SIGKILL') this.signalGroup(signal)
    else child.kill(signal)
    await ended
    return child.exitCode
  }

  /** Stops all its processes without ending them, for some milliseconds. */
  async freeze(ms: number): Promise<void> {
    const frozen = this.isRunning ? familyOf(this.pid) : []
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await pause(ms)
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }

  /** Sends a signal to the process and its children. */
  signalGroup(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid !== undefined && this.isRunning) process.kill(-pid, signal)
  }
}

/** A process and those that descend from it: PostgreSQL gives each of its children a group of its own. */
function familyOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = processes.filter((name) => parentOf(name) === pid).map(Number)
  return [pid, ...children.flatMap(familyOf)]
}

function parentOf(pid: string): number | undefined {
  try {
    // the name before it can contain anything
    return Number(/.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    // it has ended
    return undefined
  }
}

/** The words in front of a command that run it as a user of the system. */
export function asUser(user: string | undefined): readonly string[] {
  if (user === undefined || process.getuid?.() !== 0) return []
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
}

/** Gives a folder to a user of the system, if the caller may. */
export function giveFolder(folder: string, user: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', [user, folder])
}
