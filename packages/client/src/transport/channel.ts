import { ParleyError } from '../parley-error.js'

const maxItems = 1_000

/** Items of a source that cannot wait, for one reader. Beyond 1,000 unread ones it fails, and the reader asks again. */
export class Channel<Item> {
  readonly #items: Item[] = []
  #end: { readonly error?: ParleyError } | undefined
  #wake: (() => void) | undefined

  readonly push = (item: Item): void => {
    if (this.#items.length >= maxItems) this.end(new ParleyError('NETWORK'))
    if (this.#end) return
    this.#items.push(item)
    this.#wake?.()
  }

  readonly end = (error?: ParleyError): void => {
    this.#end ??= error ? { error } : {}
    this.#wake?.()
  }

  async *read(): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) yield item
      if (this.#end?.error) throw this.#end.error
      if (this.#end) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
