import { chatLogSeconds } from '../../src/metrics/stores.js'
import { stopwatch } from '../../src/metrics/registry.js'
import { inSpan } from '../../src/tracing/spans.js'
import type { ChatLogStore } from '../../src/ports/chat-log-store/chat-log-store.js'

type Call = (...args: unknown[]) => Promise<unknown>

/** The store with a span, and the time in the metrics, of each call. */
export function observedChatLogs(store: ChatLogStore): ChatLogStore {
  const calls = new Map<PropertyKey, Call>()
  return new Proxy(store, {
    get: (target, name) => {
      const known = calls.get(name)
      if (known) return known
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      const call = observed(String(name), (...args) => Reflect.apply(method, target, args) as Promise<unknown>)
      calls.set(name, call)
      return call
    },
  })
}

function observed(method: string, run: Call): Call {
  const durations = chatLogSeconds.labels(method)
  return async (...args) => {
    const seconds = stopwatch()
    try {
      return await inSpan(`chat log ${method}`, {}, () => run(...args))
    } finally {
      durations.observe(seconds())
    }
  }
}
