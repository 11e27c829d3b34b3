import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { BSON } from 'mongodb'

const writes = new Set(['insert', 'update', 'delete', 'findAndModify'])
/** The code of a message since MongoDB 3.6, and where its flags and its first section begin. */
const [message, flagsAt, documentAt] = [2013, 16, 21]

/** A proxy of MongoDB that can answer each write with an error, as a server whose disk is full does. */
export class RefusingMongo {
  /** The code of the error; undefined while writes are passed on. */
  refusal: number | undefined
  readonly #sockets = new Set<Socket>()

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {
    server.on('connection', (near) => this.#join(near))
  }

  static async open(target: string): Promise<RefusingMongo> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new RefusingMongo(new URL(target), server)
  }

  get url(): string {
    const url = new URL(this.target)
    url.port = String((this.server.address() as AddressInfo).port)
    return url.toString()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
    far.pipe(near)
    let received = Buffer.alloc(0)
    near.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const request = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(request.length)
        if (this.refusal !== undefined && isWrite(request)) near.write(answerTo(request, this.refusal))
        else far.write(request)
      }
    })
  }
}

function isWrite(request: Buffer): boolean {
  if (request.readInt32LE(12) !== message || request[documentAt - 1] !== 0) return false
  const size = request.readInt32LE(documentAt)
  const command = BSON.deserialize(request.subarray(documentAt, documentAt + size))
  return writes.has(Object.keys(command)[0] ?? '')
}

function answerTo(request: Buffer, code: number): Buffer {
  const document = BSON.serialize({ ok: 0, code, codeName: 'Refused', errmsg: 'refused by the test' })
  const answer = Buffer.alloc(documentAt + document.length)
  answer.writeInt32LE(answer.length, 0)
  answer.writeInt32LE(request.readInt32LE(4), 8)
  answer.writeInt32LE(message, 12)
  answer.writeInt32LE(0, flagsAt)
  answer.set(document, documentAt)
  return answer
}
