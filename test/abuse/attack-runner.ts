import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Profile } from './attacks/attack.js'
import { Attackers } from './attackers/attackers.js'
import { bytesBelow } from './disk.js'
import { HealthWatch } from './health-watch.js'
import { OrdinaryClient, percentile, type OrdinaryWindow } from './ordinary/ordinary.js'
import { ordinaryRequests } from './ordinary/ordinary-requests.js'
import { PeakWatch } from './process-memory.js'
import { Server } from './server.js'
import { type AttackOutcome, megabytes } from './attackers/tactic.js'
import { longest, type Turns } from './turns.js'
import type { World } from './world.js'

/** The maximum memory of the main process. */
const mostResidentBytes = 700_000_000
/** In addition to 10 %: compiled code and caches, which are full after the first attack of a kind. */
const heapAllowance = 8_000_000
const settleMs = 30_000
const measuredBeforeEndMs = 1_000
const longestTurnMs = 200
/** The server refuses work after two consecutive delays of 1 s. */
const machineIsLateMs = 500

export interface AttackResult {
  readonly attack: string
  readonly outcomes: readonly AttackOutcome[]
  readonly peakBytes: number
  readonly heapBefore: number | undefined
  readonly heapAfter: number | undefined
  readonly settledMs: number
  readonly turns: Turns
  readonly ordinary: {
    readonly count: number
    readonly p50: number
    readonly p99: number
    readonly max: number
    readonly within: number
    readonly latestMs: number
  }
  /** One sentence per fault; empty when the attack failed. */
  readonly faults: readonly string[]
}

export interface RunnerOptions {
  /** Modules that the server loads first. */
  readonly preload?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Multiplies the duration of the attacks that may be shortened. */
  readonly lasting: number
}

/** Attacks servers of one world, one attack after the other, while the ordinary client continues. */
export class AttackRunner {
  #server: Server | undefined
  #profile: Profile | undefined
  #ordinary: OrdinaryClient | undefined
  #attackers = Attackers.begin()

  constructor(
    private readonly world: World,
    private readonly options: RunnerOptions,
  ) {}

  async attack(attack: Attack): Promise<AttackResult> {
    const server = await this.#serverFor(attack.profile)
    const ordinary = this.#ordinary
    if (!ordinary) throw new Error('no ordinary client')
    const { dataDir } = this.world
    const workers = server.workerPids().length
    const before = await server.memoryAfterCollection()
    const heapBefore = before?.heapBytes
    const diskBefore = bytesBelow(dataDir)
    await ordinary.window()
    const begunAt = Date.now()
    const peak = new PeakWatch(server.pid)
    const health = HealthWatch.begin(server.port('app'))
    const outcomes: AttackOutcome[] = []
    let heldBytes = 0
    const stopped = attack.stops ? server.stopFor(attack.stops) : undefined
    const lasting = attack.isWhole ? 1 : this.options.lasting
    for (const tactic of attack.tactics(this.world, server))
      if (server.isRunning) {
        const held = attack.mostHeldBytes === undefined ? undefined : this.#heldBytes(server, tactic.seconds * lasting)
        outcomes.push(await this.#attackers.perform({ ...tactic, seconds: tactic.seconds * lasting }))
        heldBytes = Math.max(heldBytes, ((await held) ?? 0) - (before?.residentBytes ?? 0))
      }
    await stopped
    const peakBytes = await peak.stop()
    const startedAt = Date.now()
    const heapAfter = await this.#settle(server, heapBefore)
    const settledMs = Date.now() - startedAt
    const healthFaults = await health.stop()
    const window = await ordinary.window()
    const turns = server.turnsSince(begunAt)
    const faults = [
      ...(server.isRunning ? [] : [`the server ended: ${reasonIn(server.output())}`]),
      ...(peakBytes > (attack.mostResidentBytes ?? mostResidentBytes)
        ? [`its process had ${megabytes(peakBytes)} MB`]
        : []),
      ...(heldBytes > (attack.mostHeldBytes ?? Infinity)
        ? [`its process had ${megabytes(heldBytes)} MB for the connections of the attackers`]
        : []),
      ...(isBack(heapBefore, heapAfter) ? [] : [`its heap was not back within ${String(settleMs / 1_000)} s`]),
      ...(server.workerPids().length === workers ? [] : ['a worker was ended and started again']),
      ...(server.isRunning ? healthFaults : []),
      ...(attack.stops === undefined ? ordinaryFaults(window, attack.mayRefuse) : []),
      ...lateFaults(window, attack.mostOrdinaryMs),
      ...(longest(turns) > longestTurnMs
        ? [`a turn of an event loop took ${String(longest(turns))} ms of the processor`]
        : []),
      ...(attack.faults?.(outcomes, { grownBytes: bytesBelow(dataDir) - diskBefore }) ?? []),
    ]
    // a fault persists in the process: the next attack gets a new one
    if (faults.length > 0) await this.#stopServer()
    const { delaysMs, latestMs } = window
    return {
      attack: attack.name,
      outcomes,
      peakBytes,
      heapBefore,
      heapAfter,
      settledMs,
      turns,
      ordinary: {
        count: delaysMs.length,
        p50: percentile(delaysMs, 0.5),
        p99: percentile(delaysMs, 0.99),
        max: percentile(delaysMs, 1),
        within: delaysMs.filter((ms) => ms <= 1_000).length / Math.max(1, delaysMs.length),
        latestMs,
      },
      faults,
    }
  }

  async close(): Promise<void> {
    await this.#stopServer()
    this.#attackers.stop()
  }

  /** The memory of the process shortly before the end of a tactic. */
  async #heldBytes(server: Server, seconds: number): Promise<number | undefined> {
    await pause(Math.max(0, seconds * 1_000 - measuredBeforeEndMs))
    return (await server.memoryAfterCollection())?.residentBytes
  }

  async #settle(server: Server, before: number | undefined): Promise<number | undefined> {
    const endAt = Date.now() + settleMs
    for (;;) {
      const after = (await server.memoryAfterCollection())?.heapBytes
      if (!server.isRunning || isBack(before, after) || Date.now() > endAt) return after
      await pause(1_000)
    }
  }

  async #serverFor(profile: Profile): Promise<Server> {
    if (this.#server?.isRunning && this.#profile?.name === profile.name) return this.#server
    await this.#stopServer()
    const { env, preload = [] } = this.options
    const { fileHandles } = profile
    const server = await Server.start({
      dataDir: this.world.dataDir,
      env: { ...profile.env, ...env },
      preload,
      ...(fileHandles === undefined ? {} : { fileHandles }),
    })
    this.#server = server
    this.#profile = profile
    const url = `http://127.0.0.1:${String(server.port('app'))}`
    this.#ordinary = OrdinaryClient.begin({ url, requests: ordinaryRequests(this.world) })
    // afterwards the code of the ordinary requests is compiled and their documents are cached
    await pause(3_000)
    return server
  }

  async #stopServer(): Promise<void> {
    this.#ordinary?.stop()
    await this.#server?.kill()
    this.#server = undefined
  }
}

function isBack(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && after <= before * 1.1 + heapAllowance
}

/** The longest delays also are those of a busy machine. When the client itself got no processor time, no delay says anything. */
function lateFaults({ delaysMs, latestMs }: OrdinaryWindow, mostMs = Infinity): readonly string[] {
  const waited = percentile(delaysMs, 0.5)
  return waited <= mostMs || latestMs > machineIsLateMs
    ? []
    : [`half of the ordinary requests waited ${waited} ms or more`]
}

/**
 * One sentence for each kind of request with a wrong answer. If the ordinary client itself got no processor time, the
 * server was late for the same reason and may answer 503.
 */
function ordinaryFaults({ wrong: all, latestMs }: OrdinaryWindow, mayRefuse?: string): readonly string[] {
  const wrong = all.filter(({ request, answer }) => {
    if (latestMs > machineIsLateMs && answer.startsWith('503 ')) return false
    return request !== mayRefuse || !answer.includes('"code":"UNAVAILABLE"')
  })
  const names = [...new Set(wrong.map(({ request }) => request))]
  return names.map((name) => {
    const own = wrong.filter(({ request }) => request === name)
    return `the ordinary client got ${String(own.length)} wrong answers to "${name}", the first: ${own[0]?.answer ?? ''}`
  })
}

function reasonIn(output: string): string {
  return /FATAL ERROR:.*|"msg":"[^"]*"(?=[^"]*$)/.exec(output)?.[0] ?? output.slice(-200)
}
