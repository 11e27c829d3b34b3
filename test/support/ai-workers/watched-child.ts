import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@parley/runtime'
import { WorkerChild } from '../../../main/workers/worker-child.js'

/** A worker without a listener: repeats its first message at every ping, or hangs at the first one. */
const program = (hangs: boolean) => `
  const speak = () => process.send({ kind: 'listening', ports: { office: process.pid } })
  process.on('message', () => {
    if (${String(hangs)}) for (;;);
    speak()
  })
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  speak()
`

export class WatchedChild {
  /** The process ids of all children that have sent a message. */
  readonly workers = new Set<number>()
  #words = 0
  readonly #waiting = new Set<() => void>()
  #child: WorkerChild | undefined
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-child-'))

  static async start({ pingMs, hangs = false }: { pingMs: number; hangs?: boolean }): Promise<WatchedChild> {
    const made = new WatchedChild()
    const file = join(made.#folder, 'worker.mjs')
    writeFileSync(file, program(hangs))
    const silent = createLogger('silent')
    const log = {
      ...silent,
      info: (fields: object) => {
        if ('workerPid' in fields) made.workers.add(Number(fields.workerPid))
        made.#words += 1
        for (const look of made.#waiting) look()
      },
      error: () => undefined,
    }
    const child = await WorkerChild.start({
      kinds: ['office'],
      program: file,
      environment: {},
      log,
      pingMs,
    })
    made.#child = child
    return made
  }

  /** Resolves when the child, or its successor, has sent so many more messages. */
  speaks(times: number): Promise<void> {
    const until = this.#words + times
    return new Promise((resolve) => {
      const look = () => {
        if (this.#words < until) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  async stop(): Promise<void> {
    await this.#child?.stop(1_000)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
