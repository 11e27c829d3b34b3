import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ownCpuMsOf, residentMbOf } from '../processes.js'
import type { ServerProcess } from '../processes.js'

export interface WatchJob {
  readonly url: string
  /** Of the generation. */
  readonly id: string
  /** The subscribers use them in turn. */
  readonly tokens: readonly string[]
  readonly subscribers: number
}

const reportSchema = z.object({
  /** One for each stamp and subscriber. */
  deliveries: z.number(),
  /** Fewer than deliveries where some came together. */
  messages: z.number(),
  wrong: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
})

export type WatchReport = z.infer<typeof reportSchema>

export interface FanoutResult extends WatchReport {
  readonly perSecond: number
  /** Of the server alone: what makes the text is a process of its own in Parley, and next to nothing in the other. */
  readonly cpuMsPerDelivery: number
  /** The same, at the end. */
  readonly residentMb: number
}

export interface FanoutRun {
  readonly job: Omit<WatchJob, 'url'>
  readonly durationMs: number
  /** Called when every subscriber has had its first event. */
  readonly onOpen: () => void
}

const settleMs = 2_000

/** Subscribers in a process of their own, and what they cost the server. */
export async function watchFromOutside(
  server: ServerProcess,
  { job, durationMs, onOpen }: FanoutRun,
): Promise<FanoutResult> {
  const child = fork('bench/fanout/watchers.ts', { execArgv: ['--import', './tools/run-ts.mjs'] })
  const ended = once(child, 'exit')
  const said = async (): Promise<unknown> => {
    const [word] = (await Promise.race([once(child, 'message'), ended])) as unknown[]
    return word
  }
  child.send({ ...job, url: server.url })
  if ((await said()) !== 'open') throw new Error('the subscribers could not be opened')
  onOpen()
  await pause(settleMs)
  const cpuBeforeMs = ownCpuMsOf(server.pid)
  child.send('measure')
  const startedAt = performance.now()
  await pause(durationMs)
  const [cpuMs, residentMb] = [ownCpuMsOf(server.pid) - cpuBeforeMs, residentMbOf(server.pid)]
  child.send('stop')
  const seconds = (performance.now() - startedAt) / 1_000
  const report = reportSchema.parse(await said())
  await ended
  const { deliveries } = report
  return { ...report, perSecond: deliveries / seconds, cpuMsPerDelivery: cpuMs / deliveries, residentMb }
}
