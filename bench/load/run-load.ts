import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { cpuMsOf } from '../processes.js'
import type { ServerProcess } from '../processes.js'

export interface Load {
  readonly url: string
  /** Path and query. */
  readonly path: string
  /** A GraphQL request to be posted; absent: a GET. */
  readonly body?: string | undefined
  readonly token?: string | undefined
  readonly connections: number
  readonly durationMs: number
}

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Of the server. */
  readonly cpuMsPerRequest: number
}

const loadReport = z.object({ requests: z.number(), durationMs: z.number() })

/** Loads a server from another process and reads what that cost the server. Rejects when one answer is not 200. */
export async function runLoad(server: ServerProcess, load: Omit<Load, 'url'>): Promise<LoadResult> {
  const job: Load = { ...load, url: server.url }
  const cpuBeforeMs = cpuMsOf(server.pid)
  const args = ['--import', './tools/run-ts.mjs', 'bench/load/load.ts', JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { requests, durationMs } = loadReport.parse(JSON.parse(stdout))
  return {
    requestsPerSecond: requests / (durationMs / 1_000),
    cpuMsPerRequest: (cpuMsOf(server.pid) - cpuBeforeMs) / requests,
  }
}
