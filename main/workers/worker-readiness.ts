const timeoutMs = 1_000
const freshMs = 1_000

/** Whether the worker at an address has its model loaded; requested at most once a second for all callers. */
export function workerReadiness(url: URL): () => Promise<boolean> {
  let requestedAt = -freshMs
  let answer = Promise.resolve(false)
  return () => {
    if (performance.now() - requestedAt < freshMs) return answer
    requestedAt = performance.now()
    answer = ask(new URL('/health/ready', url))
    return answer
  }
}

async function ask(url: URL): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    return ok
  } catch {
    // a worker that does not answer is not ready
    return false
  }
}
