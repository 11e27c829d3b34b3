import { createServer } from 'node:http'
import { buildSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { stamp } from './stamp.js'

// graphql-ws as its documentation starts it: it executes and serializes each event for each subscriber. Without
// authentication.

interface Event {
  readonly generationId: string
  readonly attempt: number
  readonly offset: number
  readonly delta: string
  readonly cursor: string
  readonly status: string
  readonly position: null
}

const schema = buildSchema(`
  type Query { version: String }
  type Subscription { generation(id: ID!, after: String): GenerationEvent! }
  enum GenerationStatus { QUEUED RUNNING COMPLETED FAILED CANCELLED }
  type GenerationEvent {
    generationId: ID!
    attempt: Int!
    offset: Int!
    delta: String!
    cursor: String!
    status: GenerationStatus!
    position: Int
  }
`)

class Events implements AsyncIterableIterator<{ readonly generation: Event }> {
  readonly #unread: Event[] = []
  #wake: (() => void) | undefined

  constructor(private readonly generation: Generation) {}

  push(event: Event): void {
    this.#unread.push(event)
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<{ readonly generation: Event }>> {
    while (this.#unread.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    const [generation] = this.#unread.splice(0, 1)
    return generation ? { done: false, value: { generation } } : { done: true, value: undefined }
  }

  return(): Promise<IteratorResult<{ readonly generation: Event }>> {
    this.generation.subscribers.delete(this)
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/** Begins with its first subscriber. */
class Generation {
  readonly subscribers = new Set<Events>()
  #offset = 0
  #number = 0

  constructor(private readonly id: string) {
    setInterval(() => this.#sendStamp(), Number(process.env['EVERY_MS']))
  }

  subscribe(): Events {
    const events = new Events(this)
    this.subscribers.add(events)
    events.push(this.#event('', 'start'))
    return events
  }

  #sendStamp(): void {
    const delta = stamp(this.#number)
    const cursor = Buffer.from(`${this.#number}.${this.#offset}`).toString('base64url')
    const event = this.#event(delta, cursor)
    this.#offset += delta.length
    this.#number += 1
    for (const events of this.subscribers) events.push(event)
  }

  #event(delta: string, cursor: string): Event {
    const offset = delta === '' ? 0 : this.#offset
    return { generationId: this.id, attempt: 1, offset, delta, cursor, status: 'RUNNING', position: null }
  }
}

const generations = new Map<string, Generation>()
const subscribe = ({ id }: { id: string }) => {
  const generation = generations.get(id) ?? new Generation(id)
  generations.set(id, generation)
  return generation.subscribe()
}

const server = createServer((_request, response) => response.end())
useServer(
  { schema, roots: { subscription: { generation: subscribe } } },
  new WebSocketServer({ server, path: '/graphql' }),
)
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
