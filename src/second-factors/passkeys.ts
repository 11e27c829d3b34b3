import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from '@parley/runtime'
import type { SecondFactor } from './second-factor.js'

/** Where passkeys work. */
export interface PasskeySettings {
  /** The domain to which passkeys belong: the relying party id. */
  readonly domain: string
  /** The origins of the pages that can use them, such as `https://chat.example`. */
  readonly origins: readonly string[]
}

type KnownPasskey = Pick<SecondFactor, 'id' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>
export type NewPasskey = Pick<SecondFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

interface UsedPasskey {
  readonly id: number
  readonly counter: number
  /** The counter is not higher than at the last use, as of a passkey that several devices have. */
  readonly isBehind: boolean
}

const lifetimeMs = 300_000
const base64Url = z.string().regex(/^[\w-]+$/)
const credential = { id: base64Url, rawId: base64Url, type: z.literal('public-key') }
// extensions are not read
const clientExtensionResults = z.unknown().transform(() => ({}))
const registration = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).optional().default([]),
  }),
})
const assertion = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({ clientDataJSON: base64Url, authenticatorData: base64Url, signature: base64Url }),
})

/** The challenge that an authenticator signs: it follows from the token, so that no store has to keep it. */
const signedChallenge = (token: string) => hash('sha256', `passkey: ${token}`, 'base64url')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
/** Why a response is refused is not shown: the library quotes it. */
const orUndefined = <T>(work: Promise<T>) => work.catch(() => undefined)

/** Passkeys (WebAuthn), whose relying party and origins come from the settings and never from a request. */
export class Passkeys {
  constructor(
    /** Undefined where passkeys cannot work. */
    readonly settings: PasskeySettings | undefined,
    /** The name of the installation. */
    private readonly name: () => Promise<string>,
  ) {}

  /** The options for `navigator.credentials.create`; undefined where passkeys cannot work. */
  async creationOptions(
    token: string,
    {
      account,
      known,
    }: { readonly account: { id: number; email: string; username: string }; readonly known: readonly KnownPasskey[] },
  ): Promise<object | undefined> {
    if (!this.settings) return undefined
    return generateRegistrationOptions({
      rpName: await this.name(),
      rpID: this.settings.domain,
      userID: new Uint8Array(Buffer.from(`parley account ${String(account.id)}`)),
      userName: account.email,
      userDisplayName: account.username,
      challenge: bytesOf(signedChallenge(token)),
      timeout: lifetimeMs,
      excludeCredentials: descriptorsOf(known),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
  }

  /** The options for `navigator.credentials.get`; undefined where passkeys cannot work, or the account has none. */
  async requestOptions(token: string, known: readonly KnownPasskey[]): Promise<object | undefined> {
    if (!this.settings || known.length === 0) return undefined
    return generateAuthenticationOptions({
      rpID: this.settings.domain,
      challenge: bytesOf(signedChallenge(token)),
      timeout: lifetimeMs,
      allowCredentials: descriptorsOf(known),
      userVerification: 'preferred',
    })
  }

  /** The passkey of a response to `creationOptions`, a JSON text; undefined for any other. */
  async created(token: string, text: string): Promise<NewPasskey | undefined> {
    const response = registration.safeParse(parsedJson(text)).data
    if (!this.settings || !response) return undefined
    const result = await orUndefined(
      verifyRegistrationResponse({
        response,
        expectedChallenge: signedChallenge(token),
        expectedOrigin: [...this.settings.origins],
        expectedRPID: this.settings.domain,
        requireUserVerification: false,
      }),
    )
    if (!result?.verified) return undefined
    const { id: credentialId, publicKey, counter } = result.registrationInfo.credential
    const { transports } = response.response
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  }

  /**
   * The passkey that has signed `requestOptions`, from the JSON text of a response; undefined for any other. A counter that
   * is not higher refuses no passkey: those that a password manager synchronizes send 0, or each device its own count.
   */
  async used(token: string, text: string, known: readonly KnownPasskey[]): Promise<UsedPasskey | undefined> {
    const response = assertion.safeParse(parsedJson(text)).data
    const passkey = response && known.find(({ credentialId }) => credentialId === response.id)
    if (!this.settings || !response || typeof passkey?.publicKey !== 'string') return undefined
    const result = await orUndefined(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: signedChallenge(token),
        expectedOrigin: [...this.settings.origins],
        expectedRPID: this.settings.domain,
        credential: { id: response.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
        requireUserVerification: false,
      }),
    )
    if (!result?.verified) return undefined
    const { newCounter: counter } = result.authenticationInfo
    return { id: passkey.id, counter, isBehind: counter <= passkey.counter && passkey.counter > 0 }
  }
}

const descriptorsOf = (known: readonly KnownPasskey[]) =>
  known.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : { id: credentialId, transports: [...(transports ?? [])] },
  )
