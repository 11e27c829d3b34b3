import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ownCpuMsOf, residentMbOf, type ServerProcess } from '../processes.js'

export interface WatchJob {
  readonly url: string
  /** The ids of the generations; subscribers use them in turn. */
  readonly ids: readonly string[]
  /** Subscribers use them in turn. */
  readonly tokens: readonly string[]
  readonly subscribers: number
}

const reportSchema = z.object({
  /** One per stamp and subscriber. */
  deliveries: z.number(),
  /** Fewer than deliveries when several arrived in one message. */
  messages: z.number(),
  wrong: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
})

export type WatchReport = z.infer<typeof reportSchema>

export interface FanoutResult extends WatchReport {
  readonly perSecond: number
  /**
   * Of the server alone. In Parley the text comes from another process; in the other server generating it costs almost
   * nothing.
   */
  readonly cpuMsPerDelivery: number
  /** Of the server alone, at the end. */
  readonly residentMb: number
}

export interface FanoutRun {
  readonly job: Omit<WatchJob, 'url'>
  readonly durationMs: number
  /** Called when every subscriber has received its first event. */
  readonly onOpen: () => void
}

const settleMs = 2_000

/** Runs the subscribers in their own process, and measures what they cost the server. */
export async function watchFromOutside(
  server: ServerProcess,
  { job, durationMs, onOpen }: FanoutRun,
): Promise<FanoutResult> {
  const child = fork('bench/fanout/watchers.ts', { execArgv: ['--import', './tools/run-ts.mjs'] })
  const ended = once(child, 'exit')
  const nextMessage = async (): Promise<unknown> => {
    const [received] = (await Promise.race([once(child, 'message'), ended])) as unknown[]
    return received
  }
  child.send({ ...job, url: server.url })
  if ((await nextMessage()) !== 'open') throw new Error('the subscribers could not be opened')
  onOpen()
  await pause(settleMs)
  const cpuBeforeMs = ownCpuMsOf(server.pid)
  child.send('measure')
  const startedAt = performance.now()
  await pause(durationMs)
  const [cpuMs, residentMb] = [ownCpuMsOf(server.pid) - cpuBeforeMs, residentMbOf(server.pid)]
  child.send('stop')
  const seconds = (performance.now() - startedAt) / 1_000
  const report = reportSchema.parse(await nextMessage())
  await ended
  const { deliveries } = report
  return { ...report, perSecond: deliveries / seconds, cpuMsPerDelivery: cpuMs / deliveries, residentMb }
}
