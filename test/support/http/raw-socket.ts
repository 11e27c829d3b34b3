import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import WebSocket from 'ws'

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** The code and reason with which the server closed it. */
export interface Ending {
  readonly code: number
  readonly reason: string
}

/** A graphql-transport-ws client that can violate the protocol. */
export class RawSocket {
  readonly messages: Message[] = []
  readonly closed: Promise<number>
  readonly ending: Promise<Ending>
  #pings = 0
  readonly #waiting = new Set<() => void>()

  private constructor(private readonly webSocket: WebSocket) {
    this.ending = new Promise((resolve) =>
      webSocket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
    this.closed = this.ending.then(({ code }) => code)
    webSocket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Message)
      for (const look of this.#waiting) look()
    })
    webSocket.on('ping', () => (this.#pings += 1))
    // the server may disconnect
    webSocket.on('error', () => undefined)
  }

  /** Connected and acknowledged. */
  static async open(url: string, token?: string): Promise<RawSocket> {
    const socket = await RawSocket.connect(url)
    socket.init(token)
    await socket.received(1, 'connection_ack')
    return socket
  }

  /** Connected, without any message. With `autoPong: false` it answers no ping. */
  static async connect(url: string, options: WebSocket.ClientOptions = {}): Promise<RawSocket> {
    const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options)
    const socket = new RawSocket(webSocket)
    await once(webSocket, 'open')
    return socket
  }

  /** The status of a handshake that is refused. */
  static async refused(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
    const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    return new Promise((resolve, reject) => {
      webSocket.once('unexpected-response', (request, response) => {
        request.destroy()
        resolve(response.statusCode)
      })
      webSocket.once('open', () => {
        webSocket.terminate()
        resolve(undefined)
      })
      webSocket.on('error', reject)
    })
  }

  init(token?: string): void {
    this.send({ type: 'connection_init', ...(token === undefined ? {} : { payload: { authorization: token } }) })
  }

  /** Received pings, answered or not. */
  pings(): number {
    return this.#pings
  }

  /** Resolves in the turn of the event loop in which so many pings have arrived and are answered. */
  async pinged(count: number): Promise<void> {
    while (this.#pings < count) await once(this.webSocket, 'ping')
    await setImmediate()
  }

  /** Sends a pong without a ping. */
  pong(): void {
    this.webSocket.pong()
  }

  send(message: Message): void {
    this.sendText(JSON.stringify(message))
  }

  /** Sends a text as a message, unchanged. */
  sendText(text: string): void {
    this.webSocket.send(text)
  }

  /** One message in several frames. */
  sendFragments(texts: readonly string[]): void {
    for (const [place, text] of texts.entries()) this.webSocket.send(text, { fin: place === texts.length - 1 })
  }

  /** Begins a message of two frames; the returned function sends the second one. */
  beginMessage(first: string, second: string): () => void {
    this.webSocket.send(first, { fin: false })
    return () => this.webSocket.send(second)
  }

  subscribe(id: string, query: string, more: object = {}): void {
    this.send({ type: 'subscribe', id, payload: { query, ...more } })
  }

  of(type: string): Message[] {
    return this.messages.filter((message) => message.type === type)
  }

  /** Resolves when so many messages of this type have arrived; rejects when the socket is closed before. */
  received(count: number, type: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.of(type).length < count) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
      void this.ending.then(({ code, reason }) =>
        reject(new Error(`Closed with ${String(code)} ${reason} before ${String(count)} messages ${type}`)),
      )
    })
  }

  stopReading(): void {
    this.webSocket.pause()
  }

  readOn(): void {
    this.webSocket.resume()
  }

  end(): Promise<number> {
    this.webSocket.terminate()
    return this.closed
  }
}
