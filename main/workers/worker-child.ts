import { fork, type ChildProcess } from 'node:child_process'
import { modelUnavailable } from '@parley/engine'
import { type Logger, SilenceTimer } from '@parley/runtime'
import { badConfiguration, ConfigError } from '../../src/config/config-error.js'
import { portNames } from '../../src/config/ports.js'
import type { Environment } from '../../src/config/env.js'
import type { Kind } from '../../src/kinds.js'

interface WorkerChildOptions {
  /** What the worker serves. */
  readonly kinds: readonly Kind[]
  /** The program that runs a worker, as `ROLES` selects it. */
  readonly program: string
  readonly environment: Environment
  readonly log: Logger
  /** Interval of pings, in milliseconds. Default 10 s. */
  readonly pingMs?: number
}

export type WorkerPorts = Readonly<Partial<Record<Kind, number>>>

/** Messages of a worker to its parent: its ports once it listens, that its models are loaded, and the answers to pings. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly ports: WorkerPorts }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'alive' }

const ping = { kind: 'ping' } as const

/** The size of V8's young generation in megabytes; the default of 16 costs 20 MB without more speed. */
const youngObjects = '--max-semi-space-size=4'

const defaultPingMs = 10_000
/** A worker that misses this many pings is considered hung, and is killed. */
const maxUnanswered = 3

/** The time from its start to its first message, which is sent before a model is loaded. */
const maxStartMs = 120_000

const firstBackoffMs = 200
const maxBackoffMs = 10_000
/** A worker that ends so often in a row before its models are loaded starts again as rarely as one without its model. */
const maxFailedLoads = 5
/** The first pause of a worker without its model: each retry may download gigabytes again. */
const firstAbsenceMs = 60_000
const maxAbsenceMs = 3_600_000
/** After this run time, the end of a worker is not treated as a failed start. */
const steadyMs = 60_000

/**
 * A worker in a child process, restarted with growing pauses when it ends. A crash in native code loses only its
 * running replies.
 */
export class WorkerChild {
  #child: ChildProcess | undefined
  #ports: WorkerPorts = {}
  #backoffMs = firstBackoffMs
  #absenceMs = firstAbsenceMs
  #failedLoads = 0
  #modelFault: string | undefined
  #restart: NodeJS.Timeout | undefined
  #isStopping = false

  private constructor(private readonly options: WorkerChildOptions) {}

  /**
   * Resolves when the worker listens. Rejects when it ends before that, with a ConfigError when its configuration must be
   * corrected; the worker has logged the reason.
   */
  static async start(options: WorkerChildOptions): Promise<WorkerChild> {
    const supervisor = new WorkerChild(options)
    await new Promise<void>((resolve, reject) => supervisor.#run({ resolve, reject }))
    return supervisor
  }

  portOf(kind: Kind): number {
    return this.#ports[kind] ?? 0
  }

  /** Why it runs no replies until its model is mended, in a sentence for operators. */
  get fault(): string | undefined {
    return this.#modelFault
  }

  /** Makes the worker refuse new jobs and end after its running jobs. */
  drain(): void {
    // a second signal would end the worker at once
    if (this.#isStopping) return
    this.#isStopping = true
    clearTimeout(this.#restart)
    this.#child?.kill('SIGTERM')
  }

  /** As `drain`, but kills the worker after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.drain()
    const child = this.#child
    if (!child) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const kill = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(kill)
  }

  /** A later start has no caller: `exit` schedules the next one. */
  #run(first?: { readonly resolve: () => void; readonly reject: (fault: Error) => void }): void {
    const { kinds, program, environment, log, pingMs = defaultPingMs } = this.options
    const startedAt = Date.now()
    const kind = kinds.join(',')
    // a restarted worker has the same ports
    const known = kinds
      .filter((one) => one in this.#ports)
      .map((one): [string, string] => [portNames[one], String(this.portOf(one))])
    // the port of the parent's metrics; a worker has them on its own listener. Empty, so that no file sets it again
    const env: Environment = { ...environment, METRICS_PORT: '', ROLES: kind, ...Object.fromEntries(known) }
    // `npm start` has a larger size, for the main process
    const execArgv = [...process.execArgv.filter((option) => !option.includes('semi-space-size')), youngObjects]
    const child = fork(program, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    // the duration of a start depends on the machine, and a worker answers pings only after it
    let watch = SilenceTimer.after(maxStartMs, () => child.kill('SIGKILL'))
    child.once('message', () => {
      watch.stop()
      watch = watchOver(child, pingMs)
    })
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'loaded') this.#loaded()
      if (message.kind !== 'listening') return
      this.#ports = message.ports
      for (const one of kinds)
        log.info({ kind: one, workerPid: child.pid, workerPort: this.portOf(one) }, 'worker.started')
      first?.resolve()
    })
    child.once('error', (error) => first?.reject(error))
    child.once('exit', (code, signal) => {
      watch.stop()
      this.#child = undefined
      const fault = `the ${kind} worker did not start`
      first?.reject(
        code === badConfiguration ? new ConfigError([`${fault}: its own line has the reason`]) : new Error(fault),
      )
      if (Object.keys(this.#ports).length > 0 && !this.#isStopping)
        this.#runAgain({ code, signal, livedMs: Date.now() - startedAt })
    })
  }

  #loaded(): void {
    this.#failedLoads = 0
    this.#absenceMs = firstAbsenceMs
    this.#modelFault = undefined
  }

  #runAgain({ livedMs, ...end }: { code: number | null; signal: string | null; livedMs: number }): void {
    const { kinds, log } = this.options
    this.#failedLoads += 1
    const reason = end.code === null ? undefined : modelFaults[end.code]
    const fault = reason ?? (this.#failedLoads < maxFailedLoads ? undefined : 'ends before its model is loaded')
    if (fault !== undefined) this.#modelFault = faultSentence(kinds, fault)
    const restartInMs = fault === undefined ? this.#nextBackoff(livedMs) : this.#nextAbsence()
    log.error({ kind: kinds.join(','), ...end, restartInMs }, 'worker.exited')
    this.#restart = setTimeout(() => this.#run(), restartInMs)
  }

  #nextBackoff(livedMs: number): number {
    const ms = livedMs >= steadyMs ? firstBackoffMs : this.#backoffMs
    this.#backoffMs = Math.min(maxBackoffMs, ms * 2)
    return ms
  }

  #nextAbsence(): number {
    const ms = this.#absenceMs
    this.#absenceMs = Math.min(maxAbsenceMs, ms * 2)
    return ms
  }
}

/** What its exit code says of a worker. */
const modelFaults: Readonly<Partial<Record<number, string>>> = {
  [badConfiguration]: 'cannot load its model',
  [modelUnavailable]: 'has not got its model',
}

function faultSentence(kinds: readonly Kind[], fault: string): string {
  return `The ${kinds.join(' and ')} worker ${fault}: no reply starts there, and its own line in the log has the reason`
}

function watchOver(child: ChildProcess, everyMs: number): SilenceTimer {
  const silence = new SilenceTimer({
    everyMs,
    // the first tick sends the first ping
    ticks: maxUnanswered + 1,
    onTick: () => {
      if (child.connected) child.send(ping)
    },
    onTimeout: () => child.kill('SIGKILL'),
  })
  child.on('message', () => silence.received())
  return silence
}
