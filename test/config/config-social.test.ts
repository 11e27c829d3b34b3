import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import type { Environment } from '../../src/config/env.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('the configuration of a sign-in provider', () => {
  const client = { SOCIAL_B_CLIENT_ID: 'c', SOCIAL_B_CLIENT_SECRET: 's' }
  const urls = {
    SOCIAL_B_AUTHORIZE_URL: 'https://id.example/authorize?for=apps',
    SOCIAL_B_TOKEN_URL: 'https://id.example/token',
    SOCIAL_B_USERINFO_URL: 'http://127.0.0.1:9/me',
  }
  const names = (environment: Environment) => faultsIn(environment).map((fault) => fault.split(':')[0])

  it('accepts an issuer, or the three addresses', () => {
    const known = { id: 'social-b', clientId: 'c', clientSecret: 's' }
    expect(readConfig({ ...client, SOCIAL_B_ISSUER: 'https://id.example/tenant' }).social).toEqual([
      {
        ...known,
        name: 'social-b',
        scope: undefined,
        endpoints: { kind: 'openid', issuer: 'https://id.example/tenant' },
      },
    ])
    expect(readConfig({ ...client, ...urls, SOCIAL_B_NAME: 'Our friends', SOCIAL_B_SCOPE: 'a b' }).social).toEqual([
      {
        ...known,
        name: 'Our friends',
        scope: 'a b',
        endpoints: {
          kind: 'oauth2',
          authorizeUrl: urls.SOCIAL_B_AUTHORIZE_URL,
          tokenUrl: urls.SOCIAL_B_TOKEN_URL,
          userinfoUrl: urls.SOCIAL_B_USERINFO_URL,
        },
      },
    ])
  })

  it.each<[string, Environment, readonly string[]]>([
    ['a label alone', { SOCIAL_B_NAME: 'x' }, ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER']],
    ['a client alone', client, ['ISSUER']],
    ['an issuer alone', { SOCIAL_B_ISSUER: 'https://id.example' }, ['CLIENT_ID', 'CLIENT_SECRET']],
    ['one address', { ...client, SOCIAL_B_TOKEN_URL: 'https://id.example' }, ['AUTHORIZE_URL', 'USERINFO_URL']],
    ['both', { ...client, ...urls, SOCIAL_B_ISSUER: 'https://id.example' }, ['ISSUER']],
  ])('refuses %s by the names at fault', (_what, environment, missing) => {
    expect(names(environment)).toEqual(missing.map((name) => `SOCIAL_B_${name}`))
  })

  it.each([
    ['ISSUER', 'http://id.example'],
    ['ISSUER', 'http://127.0.0.1.example'],
    ['ISSUER', 'https://id.example?a=b'],
    ['ISSUER', 'https://me:secret@id.example'],
    ['ISSUER', 'id.example'],
    ['ISSUER', 'file:///etc/passwd'],
    ['NAME', ' x'],
    ['NAME', 'x'.repeat(51)],
    ['SCOPE', 'a\nb'],
  ])('refuses %s=%s', (name, value) => {
    const environment = { ...client, SOCIAL_B_ISSUER: 'https://id.example', [`SOCIAL_B_${name}`]: value }
    const faults = faultsIn(environment)
    expect(faults).toEqual([expect.stringMatching(`^SOCIAL_B_${name}: must be `)])
    expect(faults[0]).not.toContain('secret')
  })

  it('refuses one label for two providers', () => {
    const other = { SOCIAL_A_CLIENT_ID: 'c', SOCIAL_A_CLIENT_SECRET: 's', SOCIAL_A_ISSUER: 'https://id.example' }
    expect(faultsIn({ ...other, ...client, ...urls, SOCIAL_B_NAME: 'social-a' })).toEqual([
      'SOCIAL_B_NAME: must differ from the one of SOCIAL_A',
    ])
  })
})
