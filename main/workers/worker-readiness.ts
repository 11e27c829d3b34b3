import { z } from 'zod'
import { parsedJson } from '../../src/json.js'
import type { Kind } from '../../src/kinds.js'
import { pauseWarning } from './pause-warnings.js'

const timeoutMs = 1_000
const freshMs = 1_000

interface WorkerReadiness {
  /** Whether its model is loaded. */
  readonly isReady: boolean
  /** Whether an operator has paused its queue. */
  readonly isPaused: boolean
}

const away: WorkerReadiness = { isReady: false, isPaused: false }
const readySchema = z.object({ warnings: z.array(z.string()).default([]) })

/** The readiness of the worker of a kind at an address; requested at most once a second for all callers. */
export function workerReadiness(kind: Kind, url: URL): () => Promise<WorkerReadiness> {
  let requestedAt = -freshMs
  let answer = Promise.resolve(away)
  return () => {
    if (performance.now() - requestedAt < freshMs) return answer
    requestedAt = performance.now()
    answer = ask(kind, new URL('/health/ready', url))
    return answer
  }
}

async function ask(kind: Kind, url: URL): Promise<WorkerReadiness> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    // the body of another release, or of a proxy, may be something else
    const { data } = readySchema.safeParse(parsedJson(await response.text()))
    return { isReady: response.ok, isPaused: data?.warnings.includes(pauseWarning(kind)) === true }
  } catch {
    // a worker that does not answer is not ready
    return away
  }
}
