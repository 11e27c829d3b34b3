interface Reader<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void
  readonly reject: (error: unknown) => void
}

export const iterationEnd = { done: true, value: undefined } as const

/**
 * An iterator that its reader can also poll, after the first item. A promise that waits for each item of each of many
 * readers would cost more than the items.
 */
export interface Pollable<T> extends AsyncIterableIterator<T, undefined> {
  /** The next item, or its promise; undefined if there is none yet. Throws as `next` rejects. */
  poll(): IteratorResult<T, undefined> | Promise<IteratorResult<T, undefined>> | undefined
  /** From now on calls `ready` whenever `poll` may have an item; `next` is no longer called. */
  notify(ready: () => void): void
}

export function isPollable<T>(items: AsyncIterator<T, unknown>): items is Pollable<T> {
  return 'poll' in items
}

/** An iterator of two functions. `close` ends a waiting `next`; `return()` of an async generator does not. */
export function closable<T>(
  next: () => Promise<IteratorResult<T, undefined>>,
  close: () => unknown,
): AsyncIterableIterator<T, undefined> {
  return {
    next,
    async return() {
      await close()
      return iterationEnd
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Ends a source whose reader has left: its result, or failure, has no reader. */
export function endUnread(items: AsyncIterator<unknown, unknown>): void {
  items.return?.().catch(() => undefined)
}

/**
 * The items until the signal is aborted, which ends their source at once, even while a `next` waits. Not a generator,
 * which would keep each item until the next one is requested.
 */
export function untilAborted<T>(
  items: AsyncIterableIterator<T>,
  signal: AbortSignal,
): AsyncIterableIterator<T, undefined> {
  const end = () => {
    signal.removeEventListener('abort', end)
    endUnread(items)
  }
  signal.addEventListener('abort', end, { once: true })
  const next = async (): Promise<IteratorResult<T, undefined>> => {
    let isLast = true
    try {
      const item = signal.aborted ? iterationEnd : await items.next()
      isLast = item.done === true
      return item.done ? iterationEnd : item
    } finally {
      if (isLast) end()
    }
  }
  return closable(next, end)
}

/**
 * Writes items one after the other; `write` resolves when there is room for the next one. Ends early, and ends the
 * source, when the client has disconnected. While a reader is awaited no item is kept: each is local to a call that has
 * returned, since the frame of a loop would keep it as long as the reader stalls.
 */
export async function writeEach<T>(
  items: AsyncIterable<T>,
  write: (item: T) => Promise<void>,
  disconnected?: AbortSignal,
): Promise<void> {
  const reader = items[Symbol.asyncIterator]()
  const writeNext = async () => {
    const next = await reader.next()
    return next.done ? undefined : { room: write(next.value) }
  }
  try {
    for (let written = await writeNext(); written; written = await writeNext()) {
      await written.room
      if (disconnected?.aborted) return
    }
  } finally {
    await reader.return?.()
  }
}

/** An iterator for items that arrive at any time. Parallel `next()` calls are answered in order. */
export abstract class PushIterator<T extends object> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #readers: Reader<T>[] = []
  #failure: { readonly error: unknown } | undefined
  #isOver = false

  /** The next available item, if any. Also called after the end, for the remaining items. */
  protected abstract nextItem(): T | undefined

  /** Drops the remaining items and calls `finish`. */
  protected abstract end(): void

  protected get isOver(): boolean {
    return this.#isOver
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject })
      this.deliver()
    })
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.end()
    return Promise.resolve(iterationEnd)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Answers waiting readers with the available items. */
  protected deliver(): void {
    while (this.#readers.length > 0) {
      const item = this.nextItem()
      if (!item && !this.#isOver) return
      const reader = this.#readers.shift()
      if (item) reader?.resolve({ done: false, value: item })
      else if (this.#failure) reader?.reject(this.#failure.error)
      else reader?.resolve(iterationEnd)
      if (!item) this.#failure = undefined
    }
  }

  /** Ends the iterator: after the remaining items the error is thrown once. */
  protected finish(failure?: { readonly error: unknown }): void {
    this.#isOver = true
    this.#failure = failure
    this.deliver()
  }
}
