import WebSocket from 'ws'

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A graphql-transport-ws client that behaves as no library lets it. */
export class RawSocket {
  readonly messages: Message[] = []
  readonly closed: Promise<number>
  readonly #waiting = new Set<() => void>()

  private constructor(private readonly webSocket: WebSocket) {
    this.closed = new Promise((resolve) => webSocket.once('close', resolve))
    webSocket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Message)
      for (const look of this.#waiting) look()
    })
    // the server may hang up on what it does not like
    webSocket.on('error', () => undefined)
  }

  /** Connected and acknowledged. */
  static async open(url: string, token?: string): Promise<RawSocket> {
    const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const socket = new RawSocket(webSocket)
    await new Promise((resolve) => webSocket.once('open', resolve))
    socket.send({ type: 'connection_init', ...(token === undefined ? {} : { payload: { authorization: token } }) })
    await socket.received(1, 'connection_ack')
    return socket
  }

  send(message: Message): void {
    this.webSocket.send(JSON.stringify(message))
  }

  subscribe(id: string, query: string, more: object = {}): void {
    this.send({ type: 'subscribe', id, payload: { query, ...more } })
  }

  of(type: string): Message[] {
    return this.messages.filter((message) => message.type === type)
  }

  /** Resolves when so many messages of this type have come. */
  received(count: number, type: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.of(type).length < count) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
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
