import { once } from 'node:events'
import type { TLSSocket } from 'node:tls'
import { shakeHands } from './tls-caller.js'

const types = { headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7 } as const

/** A field of HPACK, without compression. */
function field(name: string, value: string): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([word.length]), Buffer.from(word)])
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}

/** A caller who sends any frames of HTTP/2. */
export class RawHttp2 {
  #received = Buffer.alloc(0)

  private constructor(private readonly socket: TLSSocket) {
    socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])))
    this.socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    this.socket.write(frame(types.settings))
  }

  static async open(port: number): Promise<RawHttp2> {
    return new RawHttp2(await shakeHands(port, { ALPNProtocols: ['h2'] }))
  }

  /** A whole request with exactly these fields. */
  request(id: number, fields: readonly (readonly [string, string])[]): this {
    const block = Buffer.concat(fields.map(([name, value]) => field(name, value)))
    // END_STREAM and END_HEADERS
    this.socket.write(frame(types.headers, { id, flags: 5, payload: block }))
    return this
  }

  reset(id: number): this {
    this.socket.write(frame(types.reset, { id, payload: Buffer.from([0, 0, 0, 8]) }))
    return this
  }

  ping(): this {
    this.socket.write(frame(types.ping, { payload: Buffer.alloc(8) }))
    return this
  }

  settings(): this {
    this.socket.write(frame(types.settings))
    return this
  }

  /** Frames of these kinds go out together. */
  burst(act: (caller: this) => void): this {
    this.socket.cork()
    act(this)
    this.socket.uncork()
    return this
  }

  async ended(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }

  /** The code of the first frame of its kind, when one has come. */
  async code(kind: 'reset' | 'goaway'): Promise<number> {
    for (;;) {
      for (let at = 0; at + 9 <= this.#received.length; at += 9 + this.#received.readUIntBE(at, 3)) {
        if (this.#received[at + 3] !== types[kind]) continue
        return this.#received.readUInt32BE(at + (kind === 'reset' ? 9 : 13))
      }
      await once(this.socket, 'data')
    }
  }

  close(): void {
    this.socket.destroy()
  }
}

function frame(type: number, { id = 0, flags = 0, payload = Buffer.alloc(0) } = {}): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(id, 5)
  return Buffer.concat([head, payload])
}
