import { once } from 'node:events'
import type { TLSSocket } from 'node:tls'
import { shakeHands } from '../gateway/tls-caller.js'

/** Statuses of HPACK's static table, by the first byte of an answer. */
const statuses: Readonly<Record<number, number>> = { 0x88: 200, 0x8c: 400, 0x8d: 404, 0x8e: 500 }

const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7 } as const

/** A field in HPACK, without compression. */
function field(name: string, value: string): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([Buffer.byteLength(word)]), Buffer.from(word)])
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}

const noBytes: Buffer = Buffer.alloc(0)

type Fields = readonly (readonly [string, string])[]

function blockOf(fields: Fields): Buffer {
  return Buffer.concat(fields.map(([name, value]) => field(name, value)))
}

/** A client that sends any frames of HTTP/2. */
export class RawHttp2 {
  #received = Buffer.alloc(0)

  private constructor(private readonly socket: TLSSocket) {
    socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])))
    this.socket.write(opening)
  }

  static async open(port: number): Promise<RawHttp2> {
    return new RawHttp2(await shakeHands(port, { ALPNProtocols: ['h2'] }))
  }

  /** Sends a complete request with exactly these fields. */
  request(id: number, fields: Fields): this {
    // END_STREAM and END_HEADERS
    this.socket.write(frame(types.headers, { id, flags: 5, payload: blockOf(fields) }))
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

  /** Sends the frames of `act` together. */
  burst(act: (caller: this) => void): this {
    this.socket.cork()
    act(this)
    this.socket.uncork()
    return this
  }

  async ended(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }

  /** The code of the first reset. */
  async resetCode(): Promise<number> {
    return (await this.#first(types.reset)).readUInt32BE(0)
  }

  /** The status of the first answer. */
  async status(): Promise<number | undefined> {
    const [indexed = 0] = await this.#first(types.headers)
    return statuses[indexed]
  }

  /** The payload of the first frame of a type. */
  async #first(type: number): Promise<Buffer> {
    for (;;) {
      for (const frame of this.#frames()) if (frame.type === type) return frame.payload
      await once(this.socket, 'data')
    }
  }

  /** The frames that have arrived completely. */
  *#frames(): Generator<{ type: number; id: number; payload: Buffer }> {
    const received = this.#received
    for (let at = 0, end = 0; at + 9 <= received.length; at = end) {
      end = at + 9 + received.readUIntBE(at, 3)
      if (end > received.length) return
      yield { type: received[at + 3] ?? 0, id: received.readUInt32BE(at + 5), payload: received.subarray(at + 9, end) }
    }
  }

  /**
   * The outcomes of so many streams: the status of an answer, or the code of a reset; undefined when the connection
   * ends before.
   */
  async outcomes(count: number): Promise<{ answers: number[]; resets: number[] } | undefined> {
    for (;;) {
      const streams = new Map<number, { status: number } | { code: number }>()
      for (const { type, id, payload } of this.#frames()) {
        if (type === types.headers) streams.set(id, { status: statuses[payload[0] ?? 0] ?? 0 })
        if (type === types.reset && !streams.has(id)) streams.set(id, { code: payload.readUInt32BE(0) })
      }
      const all = [...streams.values()]
      const resets = all.flatMap((one) => ('code' in one ? [one.code] : []))
      const answers = all.flatMap((one) => ('status' in one ? [one.status] : []))
      if (all.length >= count) return { answers, resets }
      if (this.socket.closed) return undefined
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
    }
  }

  close(): void {
    this.socket.destroy()
  }
}

function frame(type: number, { id = 0, flags = 0, payload = noBytes } = {}): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(id, 5)
  return Buffer.concat([head, payload])
}

const opening = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(types.settings)])

/** The first bytes of a connection, with the head of a request whose body follows on stream 1. */
export function beginningOf(fields: Fields): Buffer {
  // END_HEADERS
  return Buffer.concat([opening, frame(types.headers, { id: 1, flags: 4, payload: blockOf(fields) })])
}

/** A frame of the body of that request. */
export function bodyFrame(text: string): Buffer {
  return frame(types.data, { id: 1, payload: Buffer.from(text) })
}
