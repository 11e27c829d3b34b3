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
  private readonly unread: Event[] = []
  private wake: (() => void) | undefined

  push(event: Event): void {
    this.unread.push(event)
    this.wake?.()
  }

  async next(): Promise<IteratorResult<{ readonly generation: Event }>> {
    while (this.unread.length === 0) await new Promise<void>((resolve) => (this.wake = resolve))
    const [generation] = this.unread.splice(0, 1)
    return generation ? { done: false, value: { generation } } : { done: true, value: undefined }
  }

  return(): Promise<IteratorResult<{ readonly generation: Event }>> {
    subscribers.delete(this)
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

const subscribers = new Set<Events>()
const subscribe = ({ id }: { id: string }) => {
  const events = new Events()
  subscribers.add(events)
  events.push({
    generationId: id,
    attempt: 1,
    offset: 0,
    delta: '',
    cursor: 'start',
    status: 'RUNNING',
    position: null,
  })
  return events
}

let offset = 0
let number = 0
setInterval(() => {
  const delta = stamp(number)
  const cursor = Buffer.from(`${number}.${offset}`).toString('base64url')
  const event: Event = { generationId: 'bench', attempt: 1, offset, delta, cursor, status: 'RUNNING', position: null }
  offset += delta.length
  number += 1
  for (const events of subscribers) events.push(event)
}, Number(process.env['EVERY_MS']))

const server = createServer((_request, response) => response.end())
useServer(
  { schema, roots: { subscription: { generation: subscribe } } },
  new WebSocketServer({ server, path: '/graphql' }),
)
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
