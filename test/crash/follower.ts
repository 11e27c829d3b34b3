import type { Person } from '../support/person.js'
import { watchGeneration } from './watch-generation.js'
import type { GenerationEvent } from './watch-generation.js'
import type { Findings } from './findings.js'
import type { Random } from './random.js'
import type { Scripts } from './scripts.js'
import type { Server } from './server.js'

interface Mark {
  readonly cursor: string
  readonly attempt: number
  readonly text: string
}

export const finalStates: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED']

/** A client that watches one generation across kills, folds its events, and holds the server to promise 4. */
export class Follower {
  readonly #marks: Mark[] = []
  #have: Mark | undefined
  #status: string | undefined
  /** The watch that runs. */
  following: Promise<void> = Promise.resolve()

  constructor(
    readonly generationId: string,
    private readonly scripts: Scripts,
    private readonly server: Pick<Server, 'isKilled'>,
    private readonly findings: Findings,
  ) {}

  get isOver(): boolean {
    return this.#status !== undefined && finalStates.includes(this.#status)
  }

  get status(): string | undefined {
    return this.#status
  }

  /** What a client holds that keeps `text.slice(0, offset) + delta`. */
  get text(): string {
    return this.#have?.text ?? ''
  }

  /** Watches on from the last cursor, now and then from an earlier one or from the beginning. */
  follow(person: Person, random: Random): void {
    const from = random.chance(0.6) ? this.#marks.at(-1) : random.chance(0.7) ? random.pick(this.#marks) : undefined
    this.#have = from
    this.following = this.#follow(person, from?.cursor)
  }

  async #follow(person: Person, after: string | undefined): Promise<void> {
    const end = await watchGeneration(person, { id: this.generationId, after }, (event, isFirst) =>
      this.#take(event, isFirst),
    )
    const isFine = end === 'ended' ? this.isOver : end === 'cut off' && this.server.isKilled
    this.findings.expect('resumes', isFine, () => `${this.#name(after)} ended as "${end}" in state ${this.#status}`)
  }

  #take(event: GenerationEvent, isFirst: boolean): void {
    const { attempt, offset, delta, cursor, status } = event
    const have = this.#have
    const sameAttempt = have?.attempt === attempt
    const continues = sameAttempt && offset === have.text.length
    // past what survived a crash: all of it again, and that is less
    const startsOver =
      offset === 0 && (!have || attempt > have.attempt || (sameAttempt && isFirst && delta.length < have.text.length))
    const told = () => `${this.#name(have?.cursor)} has ${JSON.stringify(have)} and was sent ${JSON.stringify(event)}`
    this.findings.expect('resumes', continues || startsOver, told)
    this.findings.expect('final', !this.isOver || this.#status === status, told)
    const text = (have?.text ?? '').slice(0, offset) + delta
    this.findings.expect('resumes', this.scripts.isPart(text), () => `${told()}: of no one reply`)
    this.#have = { cursor, attempt, text }
    this.#status = status
    this.#marks.push(this.#have)
  }

  #name(cursor: string | undefined): string {
    return `generation ${this.generationId} watched from ${cursor ?? 'the beginning'}`
  }
}
