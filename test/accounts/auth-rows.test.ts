import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { clients, oauth2Settings, openidSettings } from '../support/accounts/social-settings.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { Person } from '../support/app/person.js'

let provider: BrokenProvider
let world: VerificationApp
beforeAll(async () => {
  provider = await BrokenProvider.open()
  const env = { ...openidSettings('A', clients.post, provider), ...oauth2Settings('C', clients.post, provider) }
  world = await VerificationApp.open({ env: { ...env, SOCIAL_C_NAME: 'Plain' } })
})
afterAll(async () => {
  await world.close()
  await provider.close()
})

const post = (path: string, body: object) => world.app.stranger().rest('POST', `/api/auth/${path}`, body)

describe('a password reset over REST', () => {
  const fresh = 'a wholly new password'

  it('sets the password once, and no password that breaks its rule', async () => {
    const email = world.newAddress()
    await world.register(email)
    const session = new Person(world.app.url, '', '', await world.login(email))
    const sent = await post('send-verification', { email, verification_type: 'password_reset' })
    expect(sent).toMatchObject({ status: 200, body: { status: 'success' } })
    const verified = await post('verify-code', { email, code: await lastCode(world.app, email) })
    const { reset_token: token } = verified.body as { reset_token: string }
    expect(await post('reset-password', { resetToken: token, newPassword: 'short' })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'newPassword'], type: 'string_too_short' }] },
    })
    const body = { reset_token: token, new_password: fresh }
    expect((await post('reset-password', body)).status).toBe(204)
    expect(await session.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect(await world.login(email, fresh)).not.toBe('UNAUTHENTICATED')
    const message = 'This reset token is wrong, expired or used'
    expect(await post('reset-password', body)).toMatchObject({ status: 400, body: { detail: 'Bad request', message } })
  })

  it('shows no difference for an address without an account', async () => {
    const [known, unknown] = [world.newAddress(), world.newAddress()]
    await world.register(known)
    const [first, second] = await Promise.all(
      [known, unknown].map((email) => post('send-verification', { email, verification_type: 'password_reset' })),
    )
    expect(second?.text).toBe(first?.text)
    expect(await mailsOf(world.app, unknown)).toEqual([])
  })
})

describe('the sign-in providers over REST', () => {
  it('are those of GraphQL, with null for the page of one that does not answer', async () => {
    for (const metadata of [answers.hangUp, undefined]) {
      provider.answer(metadata ? { metadata } : {})
      const { data } = await world.app.stranger().graphql('{ socialProviders { id name authorizeUrl } }')
      const [first, second] = data?.['socialProviders'] as { authorizeUrl: string | null }[]
      expect([first?.authorizeUrl === null, second?.authorizeUrl]).toEqual([Boolean(metadata), expect.any(String)])
      expect(await world.app.stranger().rest('GET', '/api/auth/providers')).toMatchObject({
        status: 200,
        body: [
          { id: 'social-a', name: 'social-a', authorize_url: first?.authorizeUrl },
          { id: 'social-c', name: 'Plain', authorize_url: second?.authorizeUrl },
        ],
      })
    }
  })
})
