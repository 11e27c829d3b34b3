import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Findings } from '../../crash/findings.js'
import type { Random } from '../../crash/random.js'
import { refusalOf, send } from '../../crash/writers/write.js'
import type { Person } from '../../support/app/person.js'
import type { Engine } from '../engine.js'
import type { Check } from '../findings.js'
import { Follower } from './follower.js'

export interface Message {
  /** Its text, which occurs in no other message. */
  readonly name: string
  readonly generationId: string
  readonly isCancelled: boolean
  readonly follower: Follower
  /** Runs that the script had ended by force before it was sent. */
  readonly lossesBefore: number
}

export interface Surroundings {
  readonly engine: Engine
  readonly findings: Findings<Check>
  readonly random: Random
  /** The number of blows so far that end runs of workers. */
  readonly losses: () => number
  /** The number of blows so far after which an instance does not answer for a while. */
  readonly ownersLost: () => number
  /** How long to wait for an answer and for the end of a reply. */
  readonly patienceMs: number
}

const sendMutation = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }`
const cancelMutation = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
const sent = z.object({ data: z.object({ sendMessage: z.object({ generation: z.object({ id: z.string() }) }) }) })
const retryMs = 100
/** Answers that a client of a busy or interrupted installation repeats. */
const passing: readonly string[] = ['UNAVAILABLE', 'RATE_LIMITED', 'HTTP 429', 'HTTP 502', 'HTTP 503', 'HTTP 504']

/** Talks in one room through the proxy: sends a message, follows the reply to its end, sends the next one. */
export class Talker {
  readonly messages: Message[] = []
  #count = 0

  constructor(
    private readonly number: number,
    readonly person: Person,
    readonly roomId: string,
    private readonly surroundings: Surroundings,
  ) {}

  async talk(stopped: AbortSignal): Promise<void> {
    const { random } = this.surroundings
    while (!stopped.aborted) {
      const message = await this.#say(random.chance(0.1))
      if (!message) return
      await message.follower.followed
      await pause(random.between(0, 50))
    }
  }

  async #say(isCancelled: boolean): Promise<Message | undefined> {
    const { random, losses } = this.surroundings
    const name = `t${this.number}-m${(this.#count += 1)}`
    const lossesBefore = losses()
    const input = { roomId: this.roomId, text: name, idempotencyKey: `key of ${name}` }
    const body = await this.#ask(sendMutation, { input })
    if (body === undefined) return undefined
    const { id: generationId } = sent.parse(body).data.sendMessage.generation
    const follower = new Follower({ person: this.person, generationId, name, surroundings: this.surroundings })
    const message = { name, generationId, isCancelled, follower, lossesBefore }
    this.messages.push(message)
    if (isCancelled) {
      await pause(random.between(0, 1_500))
      await this.#ask(cancelMutation, { id: generationId })
    }
    return message
  }

  /** Repeats the request until it is answered; undefined after an answer that no client would repeat. */
  async #ask(query: string, variables: object): Promise<unknown> {
    const { findings, patienceMs } = this.surroundings
    const patience = AbortSignal.timeout(patienceMs)
    const request = { method: 'POST', path: '/graphql', body: { query, variables } } as const
    for (;;) {
      const answer = await send(this.person, request)
      const refusal = answer && refusalOf(answer)
      const isAnswered = answer !== undefined && refusal === undefined
      const mayRepeat = (refusal === undefined || passing.includes(refusal)) && !patience.aborted
      findings.expect(
        'answers',
        isAnswered || mayRepeat,
        () => `${JSON.stringify(variables)} was answered ${answer?.text ?? 'nothing'}`,
      )
      if (isAnswered) return answer.body
      if (!mayRepeat) return undefined
      await pause(retryMs)
    }
  }
}
