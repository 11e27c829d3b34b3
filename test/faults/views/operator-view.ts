import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { parsedLevels } from '@parley/runtime'
import type { Daemon } from '../../cluster/servers/daemon.js'
import type { Doors } from '../../cluster/servers/cluster.js'

const everyMs = 500
const longestMs = 5_000
const noted: readonly string[] = ['warn', 'error', 'fatal']
const lineShape = z.object({ level: z.string(), name: z.string() })
const readinessShape = z.object({ warnings: z.array(z.string()).default([]), message: z.string().optional() })
/** A store that is away or refuses writes, and a log that lost lines. */
const alarms = /^(?:parley_store_\w+\{.*\} 0|parley_log_lines_dropped_total [1-9].*)$/gm

/** What an operator sees of an installation: health, metrics, and what the log has at the level `warn` or above. */
export class OperatorView {
  /** The events of the log by how often they were written. */
  readonly events = new Map<string, number>()
  /** The words of `/health/ready`: its status, and its warnings. */
  readonly readiness = new Set<string>()
  /** The metrics that an alert of `ops/` watches, without the time. */
  readonly alarms = new Set<string>()
  /** The slowest answer of health and metrics, in milliseconds. */
  slowestMs = 0

  constructor(
    private readonly doors: readonly Doors[],
    private readonly daemons: readonly Daemon[],
  ) {}

  async watch(stopped: AbortSignal): Promise<void> {
    for (const daemon of this.daemons) {
      let rest = ''
      daemon.onOutput = (piece) => {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.#read(line)
      }
    }
    await Promise.all(this.doors.map((door) => this.#look(door, stopped)))
    for (const daemon of this.daemons) daemon.onOutput = undefined
  }

  describe(): string {
    const events = [...this.events].map(([name, count]) => (count === 1 ? `\`${name}\`` : `${count} × \`${name}\``))
    const alarmed = [...this.alarms].map((metric) => `\`${metric}\``)
    return [
      `ready: ${[...this.readiness].join('; ')}`,
      `log: ${events.join(', ') || 'nothing'}`,
      ...alarmed,
      `slowest health or metrics ${(this.slowestMs / 1_000).toFixed(1)} s`,
    ].join('. ')
  }

  async #look({ url, metricsUrl }: Doors, stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const [, ready, metrics] = await Promise.all([
        this.#ask(`${url}/health/live`),
        this.#ask(`${url}/health/ready`),
        this.#ask(metricsUrl),
      ])
      this.readiness.add(ready ? wordsOf(ready) : 'no answer')
      for (const [metric] of metrics?.text.matchAll(alarms) ?? []) this.alarms.add(metric.replace(/ [1-9].*/, ' > 0'))
      await pause(everyMs)
    }
  }

  async #ask(url: string): Promise<{ status: number; text: string } | undefined> {
    const startedAt = performance.now()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(longestMs) })
      return { status: response.status, text: await response.text() }
    } catch {
      return undefined
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt)
    }
  }

  #read(line: string): void {
    // a full disk cuts lines
    const found = lineShape.safeParse(parsedLevels(line))
    if (!found.success || !noted.includes(found.data.level)) return
    const { name } = found.data
    this.events.set(name, (this.events.get(name) ?? 0) + 1)
  }
}

function wordsOf({ status, text }: { status: number; text: string }): string {
  const { warnings, message } = readinessShape.parse(JSON.parse(text))
  const sentences = [...(message === undefined ? [] : [message]), ...warnings]
  // a number of seconds or bytes does not make it another warning
  return [String(status), ...sentences.map((each) => each.replaceAll(/\d+/g, 'N'))].join(' ')
}
