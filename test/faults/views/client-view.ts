import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { refusalOf } from '../../crash/writers/write.js'
import type { Person } from '../../support/app/person.js'

const everyMs = 250
const requests = {
  read: { query: '{ myRooms(first: 5) { nodes { id } } }', variables: () => ({}) },
  write: {
    query: 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }',
    variables: (input: object) => ({ input }),
  },
} as const
type Kind = keyof typeof requests

interface Answer {
  readonly kind: Kind
  /** When the request was sent, in milliseconds of `performance.now()`. */
  readonly at: number
  readonly ms: number
  /** The code of the refusal, or `no answer`; undefined for a success. */
  readonly refusal: string | undefined
}

/** An ordinary client: four reads and four writes a second, whether or not the ones before are answered. */
export class ClientView {
  readonly answers: Answer[] = []
  /** The texts of the entries whose write was acknowledged. */
  readonly acknowledged: string[] = []
  #count = 0

  constructor(
    private readonly person: Person,
    private readonly roomId: string,
  ) {}

  async watch(stopped: AbortSignal): Promise<void> {
    const pending: Promise<void>[] = []
    while (!stopped.aborted) {
      pending.push(this.#ask('read'), this.#ask('write'))
      await pause(everyMs)
    }
    await Promise.all(pending)
  }

  /** When the first request of a kind after `at` succeeded from which on all did; undefined while the last one failed. */
  wellFrom(kind: Kind, at: number): number | undefined {
    const later = this.answers.filter((answer) => answer.kind === kind && answer.at >= at)
    const failed = later.findLastIndex(({ refusal }) => refusal !== undefined)
    const first = later[failed + 1]
    return first && first.at + first.ms
  }

  /** For the table: what was refused, how often, and how long the slowest request took. */
  describe(kind: Kind, since: number): string {
    const answers = this.answers.filter((answer) => answer.kind === kind && answer.at >= since)
    const counts = new Map<string, number>()
    for (const { refusal } of answers) if (refusal !== undefined) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
    const slowest = Math.max(0, ...answers.map(({ ms }) => ms))
    const refused = [...counts].map(([code, count]) => `${count} × ${code}`).join(', ')
    return `${kind}s: ${refused || 'all answered'}, slowest ${(slowest / 1_000).toFixed(1)} s`
  }

  async #ask(kind: Kind): Promise<void> {
    const at = performance.now()
    const text = `entry ${(this.#count += 1)}`
    const { query, variables } = requests[kind]
    const body = { query, variables: variables({ roomId: this.roomId, inputData: text, outputData: 'Yes.' }) }
    const refusal = await this.#refusal(body)
    if (kind === 'write' && refusal === undefined) this.acknowledged.push(text)
    this.answers.push({ kind, at, ms: performance.now() - at, refusal })
  }

  async #refusal(body: object): Promise<string | undefined> {
    try {
      return refusalOf(await this.person.rest('POST', '/graphql', body))
    } catch (error) {
      if (error instanceof TypeError) return 'no answer'
      throw error
    }
  }

  /** The acknowledged entries that the room does not have. */
  async lost(): Promise<string[]> {
    const stored = new Set<string>()
    let after: string | null = null
    do {
      const page: unknown = await this.person.data(entriesQuery, { id: this.roomId, after })
      const { nodes, pageInfo } = entriesShape.parse(page).room.entries
      for (const { inputData } of nodes) stored.add(inputData)
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    return this.acknowledged.filter((text) => !stored.has(text))
  }
}

const entriesQuery = `query ($id: ID!, $after: String) {
  room(id: $id) { entries(first: 100, after: $after) { nodes { inputData } pageInfo { hasNextPage endCursor } } }
}`
const entriesShape = z.object({
  room: z.object({
    entries: z.object({
      nodes: z.array(z.object({ inputData: z.string() })),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
})
