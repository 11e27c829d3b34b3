import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform, type TransformCallback } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { EventSource } from 'eventsource'
import type { Person } from '../app/person.js'
import type { WatchedEvent } from '../app/watch.js'

export interface FollowOptions {
  readonly after?: string | undefined
  /** Another address of the server, such as that of a proxy. */
  readonly base?: string
  /** Leaves at the first event for which it is true; by default it stays until the server ends the stream for good. */
  readonly enough?: (event: WatchedEvent) => boolean
}

export interface Followed {
  readonly events: WatchedEvent[]
  /** Every `Last-Event-ID` with which it reconnected. */
  readonly returns: string[]
  /** The status that ended it for good; undefined when the client left. */
  readonly status: number | undefined
  /** The data of events named `error`. */
  readonly errors: unknown[]
}

/** A standard client: it reconnects wherever the stream breaks, until the server signals the end. */
export function follow(person: Person, id: string, options: FollowOptions = {}): Promise<Followed> {
  const { after, base = person.url, enough = () => false } = options
  const query = after === undefined ? '' : `?after=${after}`
  const followed: Omit<Followed, 'status'> = { events: [], returns: [], errors: [] }
  const source = new EventSource(`${base}/generations/${id}/stream${query}`, {
    fetch: (url, init) => {
      const lastId = init.headers['Last-Event-ID']
      if (lastId !== undefined) followed.returns.push(lastId)
      return fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${person.token ?? ''}` } })
    },
  })
  return new Promise((resolve) => {
    const leave = (status: number | undefined) => {
      source.close()
      resolve({ ...followed, status })
    }
    source.addEventListener('message', ({ data, lastEventId }) => {
      const event = JSON.parse(String(data)) as WatchedEvent
      if (lastEventId !== event.cursor) throw new Error('an id that is not the cursor')
      followed.events.push(event)
      if (enough(event)) leave(undefined)
    })
    source.addEventListener('error', (event) => {
      if (event instanceof MessageEvent) followed.errors.push(JSON.parse(String(event.data)))
      else if (source.readyState === source.CLOSED) leave(event.code)
    })
  })
}

/** A proxy that forwards data in pieces of any length, cut anywhere. */
export class CuttingProxy {
  readonly #sockets = new Set<Socket>()
  readonly #server

  private constructor(target: URL, lengths: () => number) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      near.setNoDelay(true)
      far.pipe(new Cutter(lengths)).pipe(near)
      near.pipe(far)
      for (const socket of [near, far]) {
        this.#sockets.add(socket.on('error', () => socket.destroy()))
        socket.once('close', () => [near, far].forEach((each) => each.destroy()))
      }
    })
  }

  static async open(target: string, lengths: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target), lengths)
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

class Cutter extends Transform {
  constructor(private readonly lengths: () => number) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    void this.#cut(chunk).then(() => done(), done)
  }

  /** Sends each piece in its own turn of the event loop, so that no two are joined again. */
  async #cut(chunk: Buffer): Promise<void> {
    for (let start = 0; start < chunk.length;) {
      const end = start + this.lengths()
      this.push(chunk.subarray(start, end))
      start = end
      await setImmediate()
    }
  }
}
