import type { PortOverrides } from '../../../main/port-overrides.js'
import type { EventBus } from '../../../src/ports/event-bus/event-bus.js'
import type { Random } from '../../crash/random.js'

/** A bus that records its messages and, while `mischief` is set, loses, doubles and reorders those about rooms. */
export class LossyBus {
  /** Of every message, in order. */
  readonly topics: string[] = []
  /** Decides the fate of each message; without it all arrive. */
  mischief: Random | undefined
  readonly #late: (() => void)[] = []

  readonly wrap: PortOverrides = {
    bus: (bus): EventBus => ({
      subscribe: (topic, options) => bus.subscribe(topic, options),
      close: () => bus.close(),
      publish: (topic, message) => {
        this.topics.push(topic)
        this.#carry(topic, () => bus.publish(topic, message))
      },
    }),
  }

  #carry(topic: string, publish: () => void): void {
    const fate = topic.startsWith('room:') ? this.mischief?.pick(['lost', 'lost', 'twice', 'late', 'plain']) : 'plain'
    if (fate === 'lost') return
    if (fate === 'late') this.#late.push(publish)
    else publish()
    if (fate === 'twice') publish()
    if (fate !== 'late') for (const overdue of this.#late.splice(0)) overdue()
  }
}
