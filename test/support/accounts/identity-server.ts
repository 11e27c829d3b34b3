import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { KeptArtifacts } from '../tools/kept-artifacts.js'
import { clients, redirectUri } from './social-settings.js'

/** The data of a person at the provider; `signIn` finds the person by `sub`. */
export interface KnownPerson {
  readonly name?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Further claims. */
  readonly claims?: Readonly<Record<string, unknown>>
}

export interface SignInOptions {
  readonly nonce?: string
  readonly codeChallenge?: string
  readonly redirectUri?: string | undefined
}

/** A real OpenID provider (oidc-provider) on the loopback whose sign-in page needs no input. */
export class IdentityServer {
  readonly people = new Map<string, KnownPerson>()

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  /** Its clients send people back to this address. */
  static async open(backTo = redirectUri): Promise<IdentityServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const identityServer = new IdentityServer(issuer, server)
    const provider: Provider = new Provider(issuer, {
      clients: (['basic', 'post'] as const).map((place) => ({
        client_id: clients[place].clientId,
        client_secret: clients[place].clientSecret,
        redirect_uris: [backTo],
        token_endpoint_auth_method: `client_secret_${place}` as const,
        id_token_signed_response_alg: 'ES256',
      })),
      adapter: KeptArtifacts,
      jwks: { keys: [{ ...signingKey(), use: 'sig', alg: 'ES256', kid: 'one' }] },
      cookies: { keys: ['a key for tests'] },
      claims: {
        openid: ['sub', 'roles', 'groups', 'level', 'resource_access', 'https://parley.example/roles'],
        profile: ['name'],
        email: ['email', 'email_verified'],
      },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
      pkce: { required: () => false },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => {
          const { claims, ...person } = identityServer.people.get(sub) ?? {}
          return { sub, ...person, ...claims }
        },
      }),
      loadExistingGrant: async (context) => {
        const { client: asking, session } = context.oidc
        const grant = new provider.Grant({ clientId: asking?.clientId ?? '', accountId: session?.accountId ?? '' })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    const signIn = async (request: IncomingMessage, response: ServerResponse) => {
      const { params } = await provider.interactionDetails(request, response)
      await provider.interactionFinished(request, response, { login: { accountId: String(params['login_hint']) } })
    }
    server.on('request', (request, response) => {
      void (request.url?.startsWith('/sign-in/') ? signIn(request, response) : callback(request, response))
    })
    return identityServer
  }

  /** The endpoints, named as in the configuration of a plain OAuth 2 provider. */
  get endpoints() {
    return {
      authorizeUrl: `${this.issuer}/auth`,
      tokenUrl: `${this.issuer}/token`,
      userinfoUrl: `${this.issuer}/me`,
    }
  }

  /** Acts as a person in a browser, from the page of `authorizeUrl` to the code in the redirect. */
  async signIn(sub: string, authorizeUrl: string, options: SignInOptions = {}): Promise<string> {
    const url = new URL(authorizeUrl)
    const { nonce, codeChallenge } = options
    url.searchParams.set('login_hint', sub)
    url.searchParams.set('scope', 'openid profile email')
    if (!('redirectUri' in options)) url.searchParams.set('redirect_uri', redirectUri)
    if (nonce !== undefined) url.searchParams.set('nonce', nonce)
    if (codeChallenge !== undefined) {
      url.searchParams.set('code_challenge', codeChallenge)
      url.searchParams.set('code_challenge_method', 'S256')
    }
    const cookies = new Map<string, string>()
    let next = url
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${next.pathname} answered ${String(response.status)}`)
      next = new URL(location, next)
    }
    const code = next.searchParams.get('code')
    if (code === null) throw new Error(`no code: ${next.search}`)
    return code
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}
