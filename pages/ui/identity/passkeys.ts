import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ParleyError } from '@parley/client'

/** Whether this page can use passkeys of a domain: browsers allow them for its host and those above it, on secure pages. */
export const hasPasskeysOf = (domain: string): boolean =>
  isSecureContext && browserSupportsWebAuthn() && `.${location.hostname}`.endsWith(`.${domain}`)

/** Whether this page is one of those on which the server accepts passkeys. */
export const isPasskeyPage = (origins: readonly string[]): boolean =>
  isSecureContext && browserSupportsWebAuthn() && origins.includes(location.origin)

/** The code of an error of the browser; the person has closed its dialog, or it has found no passkey. */
export const passkeyRefused = 'PASSKEY_REFUSED'
/** The device has a passkey of the account already. */
export const passkeyKnown = 'PASSKEY_KNOWN'

/** What the browser returns for the options of a new passkey, as JSON text. */
export const createPasskey = (options: string): Promise<string> =>
  answered(startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON }))

/** What the browser returns for the options of a request, as JSON text. */
export const getPasskey = (options: object): Promise<string> =>
  answered(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))

async function answered(response: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await response)
  } catch (reason) {
    const isKnown = reason instanceof WebAuthnError && reason.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new ParleyError(isKnown ? passkeyKnown : passkeyRefused)
  }
}
