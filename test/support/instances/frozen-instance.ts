import { once } from 'node:events'
import type { PortOverrides } from '../../../main/port-overrides.js'
import type { EventBus } from '../../../src/ports/event-bus/event-bus.js'
import { cancelTopic } from '../../../src/replies/running-replies.js'
import type { ReplyGenerator, ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'

/** An instance that publishes `count` deltas of each reply, then reads nothing more and receives no cancel. */
export function frozenAfter(count: number): PortOverrides {
  return { bus: deaf, generator: (generator) => new FreezingGenerator(generator, count) }
}

const deaf = (bus: EventBus): EventBus => ({
  publish: (topic, message) => bus.publish(topic, message),
  subscribe: (topic, options) => bus.subscribe(topic === cancelTopic ? 'nothing' : topic, options),
  close: () => bus.close(),
})

class FreezingGenerator implements ReplyGenerator {
  constructor(
    private readonly generator: ReplyGenerator,
    private readonly count: number,
  ) {}

  async *generate(job: ReplyJob, signal: AbortSignal) {
    let deltas = 0
    for await (const progress of this.generator.generate(job, signal)) {
      if (progress.kind === 'delta') deltas += 1
      if (deltas > this.count) await once(signal, 'abort')
      yield progress
    }
  }
}
