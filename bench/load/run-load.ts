import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { cpuMsOf, type ServerProcess } from '../processes.js'

export interface Load {
  readonly url: string
  /** Path and query. */
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  /**
   * JSON: the first connection begins with the first body, the second with the second one, and each skips as many as
   * there are connections. With one body per connection each repeats its own.
   */
  readonly bodies?: readonly string[]
  readonly token?: string | undefined
  /** In place of each hundredth request, one of these in turn. */
  readonly writes?: { readonly bodies: readonly string[]; readonly token: string }
  readonly connections: number
  readonly durationMs: number
}

/** Measured at the client. */
export interface Latency {
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LoadResult extends Latency {
  readonly requestsPerSecond: number
  /** CPU time of the server. */
  readonly cpuMsPerRequest: number
}

const loadReport = z.object({ requests: z.number(), durationMs: z.number(), p50Ms: z.number(), p99Ms: z.number() })

/** Loads a server from another process and measures its CPU time. Rejects when an answer is not 200. */
export async function runLoad(server: ServerProcess, load: Omit<Load, 'url'>): Promise<LoadResult> {
  const job: Load = { ...load, url: server.url }
  const cpuBeforeMs = cpuMsOf(server.pid)
  const args = ['--import', './tools/run-ts.mjs', 'bench/load/load.ts', JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { requests, durationMs, p50Ms, p99Ms } = loadReport.parse(JSON.parse(stdout))
  return {
    p50Ms,
    p99Ms,
    requestsPerSecond: requests / (durationMs / 1_000),
    cpuMsPerRequest: (cpuMsOf(server.pid) - cpuBeforeMs) / requests,
  }
}
