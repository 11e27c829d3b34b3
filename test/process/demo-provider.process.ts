import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from '@jest/globals'
import { freePort } from '../support/app/free-port.js'

/** Follows the pages of the provider up to the address of Parley, as a person whose every form is sent as it is. */
async function signIn(issuer: string, login: string, redirectUri: string): Promise<URL> {
  const query = { client_id: 'parley', response_type: 'code', scope: 'openid profile email', redirect_uri: redirectUri }
  const cookies = new Map<string, string>()
  let next = new URL(`${issuer}/auth?${String(new URLSearchParams(query))}`)
  let body: URLSearchParams | undefined
  for (let step = 0; step < 12; step += 1) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(next, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const page = await answer.text()
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    body = action === undefined ? undefined : new URLSearchParams({ prompt, login, password: 'any' })
    next = new URL(action ?? answer.headers.get('location') ?? '', next)
    if (next.href.startsWith(redirectUri)) return next
  }
  throw new Error('the provider has not redirected to Parley')
}

it.each([
  ['of the default ports', 'http://localhost:8080/'],
  ['that an argument names', 'http://localhost:9090/'],
])('the provider to try the sign-in with accepts every name, for the page %s', async (_, redirectUri) => {
  const port = await freePort()
  const child = spawn(process.execPath, ['tools/demo-provider.mjs', String(port), 'http://localhost:9090/'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const issuer = `http://127.0.0.1:${String(port)}`
    expect(line).toBe(`The provider is ready: SOCIAL_A_ISSUER=${issuer}`)
    const code = (await signIn(issuer, 'vera', redirectUri)).searchParams.get('code') ?? ''
    const secret = Buffer.from('parley:only-for-this-machine').toString('base64')
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${secret}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    })
    const { access_token: token } = (await answer.json()) as { readonly access_token: string }
    const person = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
    const known = { sub: 'vera', name: 'vera', email: 'vera@example.com', email_verified: true, roles: 'user' }
    expect(await person.json()).toEqual(known)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
