import { quantile } from '../statistics.js'
import { Watcher, type Watched } from './watcher.js'
import type { WatchJob, WatchReport } from './watch-from-outside.js'

// All subscribers of a run, in their own process: opened, then measured while they receive events.

const openedAtOnce = 50

const watched: Watched = { latenciesMs: [], messages: 0, wrong: 0 }
let isMeasured = false

async function openAll({ url, ids, tokens, subscribers }: WatchJob): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  while (watchers.length < subscribers) {
    const count = Math.min(openedAtOnce, subscribers - watchers.length)
    const opening = Array.from({ length: count }, (_, index) => {
      const number = watchers.length + index
      const token = tokens[number % tokens.length] ?? ''
      const id = ids[number % ids.length] ?? ''
      return Watcher.open({ url, token, id }, watched, () => isMeasured)
    })
    watchers.push(...(await Promise.all(opening)))
  }
  return watchers
}

function report(): WatchReport {
  const { latenciesMs, messages, wrong } = watched
  const [p50Ms, p99Ms] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)]
  return { deliveries: latenciesMs.length, messages, wrong, p50Ms, p99Ms }
}

process.once('message', (job) => {
  void openAll(job as WatchJob).then((watchers) => {
    process.send?.('open')
    process.on('message', (word) => {
      isMeasured = word === 'measure'
      if (isMeasured) return
      process.send?.(report())
      for (const watcher of watchers) watcher.close()
      process.disconnect()
    })
  })
})
