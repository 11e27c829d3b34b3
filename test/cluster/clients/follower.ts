import { setTimeout as pause } from 'node:timers/promises'
import { watchGeneration, type GenerationEvent } from '../../crash/writers/watch-generation.js'
import { finalStates } from '../../crash/writers/follower.js'
import type { Person } from '../../support/app/person.js'
import type { Surroundings } from './talker.js'

const retryMs = 100

interface FollowerOptions {
  readonly person: Person
  readonly generationId: string
  /** The message, which its reply repeats. */
  readonly name: string
  readonly surroundings: Surroundings
}

/** Follows one generation through cuts until its end, and checks each event (contract: replies.6). */
export class Follower {
  text = ''
  status = ''
  #attempt = 0
  #cursor: string | undefined
  readonly followed: Promise<void>

  readonly #ownersLostBefore: number

  constructor(private readonly options: FollowerOptions) {
    this.#ownersLostBefore = options.surroundings.ownersLost()
    this.followed = this.#follow()
  }

  get isOver(): boolean {
    return finalStates.includes(this.status)
  }

  async #follow(): Promise<void> {
    const { person, generationId: id, surroundings } = this.options
    const patience = AbortSignal.timeout(surroundings.patienceMs)
    let last = ''
    for (;;) {
      const take = (event: GenerationEvent, isFirst: boolean) => this.#take(event, isFirst)
      last = await watchGeneration(person, { id, after: this.#cursor }, take, patience)
      if (this.isOver || patience.aborted) break
      await pause(retryMs)
    }
    surroundings.findings.expect('ends', this.isOver, () => `${this.#title} is ${this.status} after ${last}`)
  }

  #take(event: GenerationEvent, isFirst: boolean): void {
    const { attempt, offset, delta, cursor, status } = event
    const { name, surroundings } = this.options
    const { engine, findings, ownersLost } = surroundings
    const continues = attempt === this.#attempt && offset === this.text.length
    const isNext = attempt > this.#attempt && offset === 0
    // the cursor of another instance may be unknown here: the whole text is sent, never less than before
    const isWhole = isFirst && attempt === this.#attempt && offset === 0 && delta.length >= this.text.length
    const text = this.text.slice(0, offset) + delta
    const details = () =>
      `${this.#title} has ${this.#describe(this.text)} of attempt ${this.#attempt} and was sent ${JSON.stringify(event)}`
    // a cancel while the instance that has the newest text is away keeps what is stored
    const isCut = status === 'CANCELLED' && offset === 0 && ownersLost() > this.#ownersLostBefore
    findings.expect('follows', continues || isNext || isWhole || isCut, details)
    findings.expect('follows', engine.isPart(name, text), () => `${details()}: no reply begins so`)
    findings.expect('follows', !this.isOver || this.status === status, () => `${details()} after its end`)
    this.text = text
    this.status = status
    this.#attempt = attempt
    this.#cursor = cursor
  }

  get #title(): string {
    return `generation ${this.options.generationId} of ${this.options.name}`
  }

  #describe(text: string): string {
    return `${text.length} units that end with ${JSON.stringify(text.slice(-40))}`
  }
}
