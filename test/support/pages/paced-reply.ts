import { once } from 'node:events'
import type { ReplyProgress, ReplySearch } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Course } from '../replies/tapped-generator.js'

/** A worker's run whose text a test gives piece by piece. */
export class PacedReply {
  readonly #steps: ReplyProgress[] = [{ kind: 'started' }]
  #offset = 0
  #thoughts = 0
  #next = new AbortController()

  think(delta: string): void {
    this.#add({ kind: 'thought', attempt: 1, offset: this.#thoughts, delta })
    this.#thoughts += delta.length
  }

  say(delta: string): void {
    this.#add({ kind: 'delta', attempt: 1, offset: this.#offset, delta })
    this.#offset += delta.length
  }

  search(search: Omit<ReplySearch, 'kind'>): void {
    this.#add({ kind: 'search', ...search })
  }

  end(finish?: 'stop' | 'length'): void {
    this.#add({ kind: 'end', outcome: 'completed', finish })
  }

  readonly course: Course = (signal) => this.#run(signal)

  async *#run(signal: AbortSignal): AsyncIterable<ReplyProgress> {
    for (let index = 0; !signal.aborted;) {
      const step = this.#steps[index]
      if (step) {
        index += 1
        yield step
        if (step.kind === 'end') return
      } else {
        const wait = AbortSignal.any([this.#next.signal, signal])
        if (!wait.aborted) await once(wait, 'abort')
      }
    }
  }

  #add(step: ReplyProgress): void {
    this.#steps.push(step)
    this.#next.abort()
    this.#next = new AbortController()
  }
}
