import type { BusItem, Subscription } from '../ports/event-bus/event-bus.js'

/** What a topic passes on; `tick` when it is time to read the stores again. */
export type TopicItem = BusItem | { readonly kind: 'tick' }

export interface TopicListener {
  /** `change`: grows with every call, over all topics of the process. */
  receive(items: readonly TopicItem[], change: number): void
  /** No further item will arrive. */
  end(): Promise<void>
}

/** Other requests run between two groups of listeners, each of which reads and sends after it was notified. */
const notifiedAtOnce = 25

/** A topic of the bus with one subscription for all its listeners in this process. */
export class RoomTopic {
  readonly #listeners = new Set<TopicListener>()
  readonly #ticks: NodeJS.Timeout | undefined
  #unread: TopicItem[] = []
  #isNotifying = false
  #isOver = false

  constructor(
    private readonly options: {
      readonly subscription: Subscription
      /** Milliseconds between two ticks; undefined for a topic without. */
      readonly tickMs: number | undefined
      /** The number of the next change. */
      readonly nextChange: () => number
      /** Called once, when the last listener has left or the bus has closed the subscription. */
      readonly onOver: () => void
    },
  ) {
    const { tickMs } = options
    if (tickMs !== undefined) this.#ticks = setInterval(() => this.#pass({ kind: 'tick' }), tickMs).unref()
    void this.#read()
  }

  /** Resolves when changes by other instances arrive too; never rejects. */
  get active(): Promise<void> | undefined {
    return this.options.subscription.active
  }

  /** Passes later items to the listener until the returned function is called. */
  join(listener: TopicListener): () => Promise<void> {
    this.#listeners.add(listener)
    return async () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) await this.#end()
    }
  }

  async #read(): Promise<void> {
    for await (const item of this.options.subscription) this.#pass(item)
    for (const listener of [...this.#listeners]) void listener.end()
    await this.#end()
  }

  #pass(item: TopicItem): void {
    this.#unread.push(item)
    if (this.#isNotifying) return
    this.#isNotifying = true
    // what is published in the same tick belongs to one read
    setImmediate(() => this.#notify())
  }

  #notify(): void {
    const items = this.#unread
    this.#unread = []
    const change = this.options.nextChange()
    const listeners = [...this.#listeners]
    this.#notifyGroups(listeners, 0, (listener) => listener.receive(items, change))
  }

  #notifyGroups(listeners: readonly TopicListener[], from: number, notify: (listener: TopicListener) => void): void {
    const next = from + notifiedAtOnce
    for (const listener of listeners.slice(from, next)) if (this.#listeners.has(listener)) notify(listener)
    if (next < listeners.length) {
      setImmediate(() => this.#notifyGroups(listeners, next, notify))
      return
    }
    this.#isNotifying = this.#unread.length > 0
    if (this.#isNotifying) setImmediate(() => this.#notify())
  }

  async #end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#ticks)
    this.options.onOver()
    await this.options.subscription.return()
  }
}
