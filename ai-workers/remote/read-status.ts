import { z } from 'zod'
import type { Kind } from '../../src/kinds.js'
import type { ServiceStatus } from '../../src/ports/reply-generator/service-status.js'
import { awayWorker, workerStatusOf } from '../worker-status.js'
import { modelStates } from '../../src/ports/reply-generator/reply-generator.js'

interface RemoteWorker {
  readonly url: URL
  readonly serviceToken: string | undefined
}

const timeoutMs = 1_000

const reportSchema = z.object({
  model_state: z.enum(modelStates),
  running: z.int().min(0),
  waiting: z.int().min(0),
  paused: z.boolean().default(false),
  max_concurrent: z.int().min(0),
  context_tokens: z
    .int()
    .nullish()
    .transform((size) => size ?? null),
  thoughts: z
    .boolean()
    .nullish()
    .transform((shows) => shows ?? null),
  model: z
    .string()
    .nullish()
    .transform((name) => name ?? null),
})

/** Reads the status of the worker at an address. */
export async function readStatus(kind: Kind, { url, serviceToken }: RemoteWorker): Promise<ServiceStatus> {
  try {
    const headers = serviceToken === undefined ? {} : { authorization: `Bearer ${serviceToken}` }
    const response = await fetch(new URL('/performance', url), { headers, signal: AbortSignal.timeout(timeoutMs) })
    const report = reportSchema.parse(await response.json())
    return { kind, waiting: report.waiting, paused: report.paused, workers: [workerStatusOf(report)] }
  } catch {
    // a worker that does not answer, or with something else, is away
    return { kind, waiting: null, paused: null, workers: [awayWorker] }
  }
}
