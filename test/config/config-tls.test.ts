import { resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('readConfig', () => {
  it('requires both files for the TLS listener, and neither without it', () => {
    expect(faultsIn({ AI_TLS_PORT: '0' })).toEqual([
      'TLS_CERT_FILE: must name a PEM file, since AI_TLS_PORT is set',
      'TLS_KEY_FILE: must name a PEM file, since AI_TLS_PORT is set',
    ])
    expect(faultsIn({ AI_TLS_PORT: 'https', TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' })).toHaveLength(1)
    expect(faultsIn({ AI_TLS_PORT: '8080', TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' })).toEqual([
      'AI_TLS_PORT: must differ from APP_PORT',
    ])
    expect(readConfig({ TLS_CERT_FILE: 'a', ALLOWED_IPS: '::1' }).tls).toBeUndefined()
    expect(readConfig({ AI_TLS_PORT: '443', ROLES: 'office' }).tls).toBeUndefined()
  })

  it('allows this machine on the TLS listener, or exactly the configured addresses', () => {
    const files = { AI_TLS_PORT: '443', TLS_CERT_FILE: 'a/cert.pem', TLS_KEY_FILE: '/b/key.pem' }
    expect(readConfig(files).tls).toEqual({
      certFile: resolve('a/cert.pem'),
      keyFile: '/b/key.pem',
      challengeDir: undefined,
      allowed: ['127.0.0.0/8', '::1'],
      blockedAgents: ['bot', 'crawler', 'spider', 'scraper', 'facebook', 'telegram', 'whatsapp'],
    })
    const named = { ALLOWED_IPS: '192.0.2.7, ::1', ALLOWED_NETWORKS: '10.0.0.0/8', BLOCKED_AGENTS: ' Curl , wget' }
    expect(readConfig({ ...files, ...named, ACME_CHALLENGE_DIR: 'c' }).tls).toMatchObject({
      challengeDir: resolve('c'),
      allowed: ['192.0.2.7', '::1', '10.0.0.0/8'],
      blockedAgents: ['curl', 'wget'],
    })
    expect(readConfig({ ...files, ALLOWED_NETWORKS: '10.0.0.0/8' }).tls?.allowed).toEqual(['10.0.0.0/8'])
  })

  it('reports that a network is not an address, and which setting accepts networks', () => {
    expect(faultsIn({ ALLOWED_IPS: '10.0.0.1, 10.0.0.0/8' })).toEqual([
      'ALLOWED_IPS: must be IP addresses; number 2 looks like a network, which belongs to ALLOWED_NETWORKS',
    ])
  })

  it.each([
    ['ALLOWED_IPS', '10.0.0.1,'],
    ['ALLOWED_IPS', '10.0.0.0/8'],
    ['ALLOWED_IPS', 'host.example'],
    ['ALLOWED_IPS', 'fe80::1%eth0'],
    ['ALLOWED_NETWORKS', '10.0.0.0/33'],
    ['ALLOWED_NETWORKS', '10.0.0/8'],
    ['ALLOWED_NETWORKS', '::1/129'],
    ['BLOCKED_AGENTS', 'bot,,spider'],
  ])('refuses %s=%s with one sentence that begins with the name', (name, value) => {
    expect(faultsIn({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: must be`))])
  })
})
