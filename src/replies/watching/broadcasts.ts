import { Broadcast, type BroadcastOptions } from './broadcast.js'
import type { Snapshot } from './snapshot.js'

/** The broadcasts of the generations that clients watch in this process. */
export class Broadcasts {
  readonly #live = new Map<string, Broadcast>()

  constructor(
    private readonly options: {
      readonly subscribe: (generationId: string) => BroadcastOptions['subscription']
      readonly read: (generationId: string) => Promise<Snapshot | null>
      /** See BroadcastOptions. */
      readonly pollMs?: number
    },
  ) {}

  get count(): number {
    return this.#live.size
  }

  /** The caller must join it at once. */
  open(generationId: string): Broadcast {
    const known = this.#live.get(generationId)
    if (known) return known
    const { subscribe, read, ...timing } = this.options
    const broadcast = new Broadcast({
      ...timing,
      subscription: subscribe(generationId),
      read: () => read(generationId),
      onOver: () => this.#live.delete(generationId),
    })
    this.#live.set(generationId, broadcast)
    return broadcast
  }
}
