import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: string
  readonly text: string
}

/** A connection that sends what no HTTP client would. */
export class RawHttp {
  readonly #socket: Socket
  #received = ''
  readonly #closed: Promise<void>

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname)
    this.#socket.setNoDelay(true)
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket.on('data', (chunk) => (this.#received += chunk.toString('latin1')))
    // the server may disconnect
    this.#socket.on('error', () => undefined)
  }

  /** Resolves when the bytes are sent, or the server has disconnected. */
  send(bytes: string | Buffer): Promise<void> {
    const written = new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()))
    return Promise.race([written, this.#closed])
  }

  head(method: string, path: string, headers: Readonly<Record<string, string | number>>): Promise<void> {
    const lines = Object.entries({ Host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    return this.send(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }

  /** Resolves when the text has arrived. */
  has(text: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.#received.includes(text)) return
        this.#socket.off('data', look)
        resolve()
      }
      this.#socket.on('data', look)
      look()
    })
  }

  /** The answer, which the server ends by closing the connection. */
  async answer(): Promise<RawAnswer> {
    await this.#closed
    const end = this.#received.indexOf('\r\n\r\n')
    const headers = this.#received.slice(0, end)
    return { status: Number(headers.split(' ')[1]), headers, text: this.#received.slice(end + 4) }
  }

  cut(): Promise<void> {
    this.#socket.destroy()
    return this.#closed
  }
}
