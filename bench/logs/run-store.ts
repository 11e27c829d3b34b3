import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

export interface StoreJob {
  /** The path of the database. */
  readonly file: string
  readonly act: 'save' | 'load'
  readonly rooms: readonly string[]
  readonly durationMs: number
}

const storeReport = z.object({ perSecond: z.number(), cpuMs: z.number() })

/** The result of one call. */
export type StoreResult = z.infer<typeof storeReport>

/** Runs the bare statements in their own process. */
export async function runStore(job: StoreJob): Promise<StoreResult> {
  const args = ['--import', './tools/run-ts.mjs', 'bench/logs/bare-store.ts', JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return storeReport.parse(JSON.parse(stdout))
}
