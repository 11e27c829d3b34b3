import { describe, it } from '@jest/globals'
import { expectFairness, fairnessCases, type FairJobs } from '@parley/testing'
import { FairQueue } from '../src/fair-queue.js'
import { QueueSlot } from '../src/queue-slot.js'

/** The jobs of a queue in one process. */
function jobsOf(queue: FairQueue): FairJobs {
  const slots = new Map<string, QueueSlot>()
  const nameOf = (slot: QueueSlot | undefined) => [...slots].find(([, each]) => each === slot)?.[0]
  return {
    admit: ({ job, caller, priority, limit }) => {
      const admitted = queue.admit({ caller, priority }, limit)
      if (!admitted) return Promise.resolve(undefined)
      const rest = { atOnce: 1, model: '', deadline: Infinity, arrival: slots.size, onLeave: () => undefined }
      const slot = new QueueSlot({ caller, priority, tag: admitted.tag, ...rest })
      slots.set(job, slot)
      queue.join(slot)
      return Promise.resolve({ tag: admitted.tag, displaced: nameOf(admitted.displaced) })
    },
    start: (job) => {
      const slot = slots.get(job)
      if (!slot) throw new Error(`no job is called ${job}`)
      queue.start(slot)
      return Promise.resolve()
    },
  }
}

describe('fairness in one process', () => {
  it.each(fairnessCases)('%s', (_name, limit, acts) => expectFairness(jobsOf(new FairQueue()), limit, acts))
})
