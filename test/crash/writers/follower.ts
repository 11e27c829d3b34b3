import type { Person } from '../../support/app/person.js'
import { watchGeneration, type GenerationEvent } from './watch-generation.js'
import type { Findings } from '../findings.js'
import type { Random } from '../random.js'
import type { Scripts } from '../scripts.js'
import type { Server } from '../server.js'

export interface FollowerOptions {
  readonly generationId: string
  readonly roomId: string
  readonly scripts: Scripts
  readonly server: Pick<Server, 'isKilled'>
  readonly findings: Findings
  readonly mayVanish: () => boolean
}

interface Mark {
  readonly cursor: string
  readonly attempt: number
  readonly text: string
}

export const finalStates: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED']

/**
 * A client that watches one generation across kills, folds its events, and checks that they continue without gaps and
 * repetitions (contract: replies.6).
 */
export class Follower {
  readonly #marks: Mark[] = []
  #have: Mark | undefined
  #status: string | undefined
  /** The current watch. */
  following: Promise<void> = Promise.resolve()

  constructor(private readonly options: FollowerOptions) {}

  get generationId(): string {
    return this.options.generationId
  }

  get roomId(): string {
    return this.options.roomId
  }

  /** Whether its room may be deleted. */
  get mayVanish(): boolean {
    return this.options.mayVanish()
  }

  get isOver(): boolean {
    return this.#status !== undefined && finalStates.includes(this.#status)
  }

  get status(): string | undefined {
    return this.#status
  }

  /** The text of a client that applies `text.slice(0, offset) + delta`. */
  get text(): string {
    return this.#have?.text ?? ''
  }

  /** Watches from the last cursor, sometimes from an earlier one or from the beginning. */
  follow(person: Person, random: Random): void {
    const from = random.chance(0.6) ? this.#marks.at(-1) : random.chance(0.7) ? random.pick(this.#marks) : undefined
    this.#have = from
    this.following = this.#follow(person, from?.cursor)
  }

  async #follow(person: Person, after: string | undefined): Promise<void> {
    const end = await watchGeneration(person, { id: this.generationId, after }, (event, isFirst) =>
      this.#take(event, isFirst),
    )
    const { server, findings } = this.options
    const isCutOff = end === 'cut off' && server.isKilled
    const isGone = this.mayVanish && (end === 'ended' || /NOT_FOUND|UNAUTHENTICATED/.test(end))
    const isFine = (end === 'ended' && this.isOver) || isCutOff || isGone
    findings.expect('resumes', isFine, () => `${this.#name(after)} ended as "${end}" in state ${this.#status}`)
  }

  #take(event: GenerationEvent, isFirst: boolean): void {
    const { findings, scripts } = this.options
    const { attempt, offset, delta, cursor, status } = event
    const have = this.#have
    const sameAttempt = have?.attempt === attempt
    const continues = sameAttempt && offset === have.text.length
    // the cursor is beyond the text that survived a crash: the whole text is sent again, and it is shorter
    const startsOver =
      offset === 0 && (!have || attempt > have.attempt || (sameAttempt && isFirst && delta.length < have.text.length))
    const details = () =>
      `${this.#name(have?.cursor)} has ${JSON.stringify(have)} and was sent ${JSON.stringify(event)}`
    findings.expect('resumes', continues || startsOver, details)
    findings.expect('final', !this.isOver || this.#status === status, details)
    const text = (have?.text ?? '').slice(0, offset) + delta
    findings.expect('resumes', scripts.isPart(text), () => `${details()}: of no one reply`)
    this.#have = { cursor, attempt, text }
    this.#status = status
    this.#marks.push(this.#have)
  }

  #name(cursor: string | undefined): string {
    return `generation ${this.generationId} watched from ${cursor ?? 'the beginning'}`
  }
}
