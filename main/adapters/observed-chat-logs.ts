import type { ChatLogStore } from '@parley/chat-log-store'
import { inSpan, stopwatch, StoreUnwritable } from '@parley/runtime'
import { chatLogSeconds } from '../../src/metrics/stores.js'

type Call = (...args: unknown[]) => Promise<unknown>

type OnRefused = (error: unknown) => void

interface ObservedChatLogs {
  readonly chatLogs: ChatLogStore
  /** Calls `onRefused` with the error of each call that the store refuses because it does not write. */
  readonly watchWrites: (onRefused: OnRefused) => void
}

/** The store with a span, and the time in the metrics, of each call. */
export function observedChatLogs(store: ChatLogStore): ObservedChatLogs {
  const calls = new Map<PropertyKey, Call>()
  let report: OnRefused = () => undefined
  const onRefused: OnRefused = (error) => report(error)
  const chatLogs = new Proxy(store, {
    get: (target, name) => {
      const known = calls.get(name)
      if (known) return known
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      const run: Call = (...args) => Promise.resolve<unknown>(Reflect.apply(method, target, args))
      const call = observed(String(name), run, onRefused)
      calls.set(name, call)
      return call
    },
  })
  return { chatLogs, watchWrites: (watcher) => (report = watcher) }
}

function observed(method: string, run: Call, onRefused: OnRefused): Call {
  const durations = chatLogSeconds.labels(method)
  return async (...args) => {
    const seconds = stopwatch()
    try {
      return await inSpan(`chat log ${method}`, {}, () => run(...args))
    } catch (error) {
      if (error instanceof StoreUnwritable) onRefused(error)
      throw error
    } finally {
      durations.observe(seconds())
    }
  }
}
