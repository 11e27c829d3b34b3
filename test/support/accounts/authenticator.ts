import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The parts of CBOR that an attestation has. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}

const [userPresent, userVerified, backupEligible, backedUp, hasCredential] = [1, 4, 8, 16, 64]
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A passkey as an authenticator keeps it, with a counter that the test sets. */
export class Authenticator {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(16).toString('base64url')
  counter = 0

  constructor(
    readonly origin: string,
    /** Whether several devices have the passkey. */
    readonly isSynced = true,
  ) {}

  /** The response to the options of a creation, as JSON text. */
  create(options: string): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'))
    const [own, other] = coordinates
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, own],
        [-3, other],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const authData = Buffer.concat([this.#data(rp.id, hasCredential), credential])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#response({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The response to the options of a request, as JSON text. */
  get({ challenge, rpId }: { readonly challenge: string; readonly rpId: string }, origin = this.origin): string {
    const client = this.#client('webauthn.get', challenge, origin)
    const data = this.#data(rpId)
    return this.#response({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), this.#key.privateKey).toString('base64url'),
    })
  }

  #data(domain: string, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = userPresent | userVerified | (this.isSynced ? backupEligible | backedUp : 0) | more
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter])
  }

  #client(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #response(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response })
  }
}
