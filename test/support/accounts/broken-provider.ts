import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import jsonwebtoken from 'jsonwebtoken'
import { clients } from './social-settings.js'

export type Answer = (response: ServerResponse) => void
type ProviderSlot = 'metadata' | 'keys' | 'page' | 'token' | 'userinfo'

export const answers = {
  json:
    (body: unknown, status = 200): Answer =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    },
  text:
    (body: string, status = 200): Answer =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end(body)
    },
  /** A JSON text of two mebibytes. */
  huge: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"access_token":"${'x'.repeat(2_097_152)}"}`)
  },
  nothing: () => undefined,
  /** The beginning of an answer that does not end. */
  half: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":')
  },
  hangUp: (response: ServerResponse) => {
    response.destroy()
  },
} as const

/** A provider whose answers a test can change; unchanged ones are correct. */
export class BrokenProvider {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #odd: Partial<Record<ProviderSlot, Answer>> = {}

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<BrokenProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const provider = new BrokenProvider(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server)
    server.on('request', (request, response) => {
      request.resume()
      provider.#answerOf(request.url ?? '')(response)
    })
    return provider
  }

  get endpoints() {
    return {
      authorizeUrl: `${this.issuer}/authorize`,
      tokenUrl: `${this.issuer}/token`,
      userinfoUrl: `${this.issuer}/userinfo`,
    }
  }

  /** Replaces all changed answers. */
  answer(odd: Partial<Record<ProviderSlot, Answer>>): void {
    this.#odd = odd
  }

  /** The answer of the token endpoint with these claims changed, signed with the given options. */
  tokens(
    claims: Readonly<Record<string, unknown>> = {},
    { alg = 'ES256', key = this.#keys.privateKey }: Signature = {},
  ): Answer {
    const now = Math.floor(Date.now() / 1000)
    const right: Readonly<Record<string, unknown>> = {
      iss: this.issuer,
      aud: clients.post.clientId,
      sub: 'odd',
      iat: now,
      exp: now + 60,
    }
    const payload = Object.fromEntries(Object.entries({ ...right, ...claims }).filter(([, value]) => value !== null))
    const idToken = jsonwebtoken.sign(payload, key, { algorithm: alg, keyid: 'one' })
    return answers.json({ access_token: 'opaque', token_type: 'Bearer', id_token: idToken })
  }

  /** Resolves when so many requests wait for a token; they wait until `hangUp`. */
  async keepWaiting(count: number, come: () => void): Promise<void> {
    let waiting = 0
    await new Promise<void>((resolve) => {
      this.answer({
        token: () => {
          waiting += 1
          if (waiting === count) resolve()
        },
      })
      for (let caller = 0; caller < count; caller += 1) come()
    })
  }

  /** Disconnects every waiting client. */
  hangUp(): void {
    this.server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.hangUp()
    await new Promise((resolve) => this.server.close(resolve))
  }

  #answerOf(path: string): Answer {
    switch (path.split('?')[0]) {
      case '/token':
        return this.#odd.token ?? this.tokens()
      case '/authorize':
        return this.#odd.page ?? answers.text('no such page', 404)
      case '/userinfo':
        return this.#odd.userinfo ?? answers.json({ sub: 'odd', name: 'Odd' })
      case '/keys':
        return this.#odd.keys ?? answers.json(this.keys())
      case '/.well-known/openid-configuration':
        return this.#odd.metadata ?? answers.json(this.metadata())
      default:
        return answers.text('no such page', 404)
    }
  }

  metadata(): object {
    const { authorizeUrl, tokenUrl, userinfoUrl } = this.endpoints
    return {
      issuer: this.issuer,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
      userinfo_endpoint: userinfoUrl,
      jwks_uri: `${this.issuer}/keys`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    }
  }

  keys(): object {
    return { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] }
  }
}

interface Signature {
  readonly alg?: jsonwebtoken.Algorithm
  readonly key?: KeyObject | string
}
