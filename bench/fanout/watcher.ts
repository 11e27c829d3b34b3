import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { unlessAborted } from '@parley/runtime'
import { stampsIn } from './stamp.js'

/** Of a reply that may still wait for its turn. */
const firstEventMs = 60_000

const query =
  'subscription ($id: ID!) { generation(id: $id) { generationId attempt offset delta cursor status position } }'

interface Message {
  readonly type: string
  readonly payload?: { readonly data?: { readonly generation: WatchedEvent } | null }
}

interface WatchedEvent {
  readonly offset: number
  readonly delta: string
  readonly status: string
}

/** The result of the measured time: per stamp, the milliseconds between its creation and its arrival. */
export interface Watched {
  readonly latenciesMs: number[]
  messages: number
  /** Stamps that were lost, duplicated or out of order, and sockets that were closed. */
  wrong: number
}

/** One subscriber with its own socket. */
export class Watcher {
  #end = 0
  #next: number | undefined
  #isClosed = false

  private constructor(
    private readonly socket: WebSocket,
    private readonly watched: Watched,
    private readonly isMeasured: () => boolean,
  ) {}

  /** Resolves when its first event has arrived. */
  static async open(
    { url, token, id }: { readonly url: string; readonly token: string; readonly id: string },
    watched: Watched,
    isMeasured: () => boolean,
  ): Promise<Watcher> {
    const address = `${url.replace('http', 'ws')}/graphql`
    const socket = new WebSocket(address, 'graphql-transport-ws', { perMessageDeflate: false })
    const watcher = new Watcher(socket, watched, isMeasured)
    const send = (message: object) => socket.send(JSON.stringify(message))
    const opened = new Promise<void>((resolve, reject) => {
      socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
      socket.on('message', (data: Buffer) => {
        const { type, payload } = JSON.parse(data.toString()) as Message
        if (type === 'connection_ack')
          send({ id: randomUUID(), type: 'subscribe', payload: { query, variables: { id } } })
        else if (payload?.data) {
          watcher.#read(payload.data.generation)
          resolve()
        } else if (type !== 'ping' && type !== 'complete') reject(new Error(data.toString()))
      })
      socket.on('error', reject)
      socket.on('close', (code) => {
        if (!watcher.#isClosed) watched.wrong += 1
        reject(new Error(`closed: ${code}`))
      })
    })
    await unlessAborted(AbortSignal.timeout(firstEventMs), opened)
    return watcher
  }

  close(): void {
    this.#isClosed = true
    this.socket.terminate()
  }

  #read({ offset, delta }: WatchedEvent): void {
    const nowMs = Date.now()
    if (delta === '') return
    const { watched } = this
    // the first event contains all earlier text
    if (this.#next !== undefined && offset !== this.#end) watched.wrong += 1
    this.#end = offset + delta.length
    const isMeasured = this.isMeasured()
    if (isMeasured) watched.messages += 1
    for (const { number, atMs } of stampsIn(delta)) {
      if (this.#next !== undefined && number !== this.#next) watched.wrong += 1
      this.#next = number + 1
      if (isMeasured) watched.latenciesMs.push(nowMs - atMs)
    }
  }
}
