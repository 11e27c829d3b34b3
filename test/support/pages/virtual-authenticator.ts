import type { Page } from 'playwright-core'

/** Gives a page the virtual authenticator of Chromium, which confirms by itself. */
export async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const user = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...user } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    /** The passkeys of the authenticator, with the counter set. */
    setCounter: async (signCount: number) => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of credentials)
        await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
      return credentials.length
    },
  }
}
