import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('RATE_LIMITS', () => {
  it.each<[text: string, expected: object]>([
    ['{"login":{"perAddress":7}}', { login: { perAddress: 7, perAccount: 10 } }],
    ['{"guestBytes":{"perAddress":false}}', { guestBytes: { perAddress: undefined } }],
    ['{"send":{"perAccount":false,"windowMs":1}}', { send: { windowMs: 1 } }],
  ])('replaces single values by %s', (text, expected) => {
    expect(readConfig({ RATE_LIMITS: text }).rateLimits).toMatchObject(expected)
  })

  it.each([
    '100',
    '{"login":100}',
    '{"logins":{}}',
    '{"login":{"perAddress":0}}',
    '{"login":{"perAddress":true}}',
    '{"register":{"perAccount":5}}',
    '{"apiKey":{"perAccount":5}}',
    '{"guestBytes":{"perAccount":5}}',
    '{"verify":{"windowMs":"600000"}}',
  ])('refuses %s with one sentence', (text) => {
    const faults = faultsIn({ RATE_LIMITS: text })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^RATE_LIMITS: \S+/)
  })

  it('reports every fault of the rate limits, and no valid limit', () => {
    const RATE_LIMITS = JSON.stringify({ logins: {}, login: { perAddress: -1, often: 2 }, send: null })
    expect(faultsIn({ RATE_LIMITS })).toEqual([
      'RATE_LIMITS: must give login.perAddress as a whole number from 1 to 1000000000, or as false for no limit',
      'RATE_LIMITS: knows of login only perAddress, perAccount, windowMs',
      'RATE_LIMITS: must give send as an object such as {"login":{"perAddress":200}}',
      'RATE_LIMITS: knows only login, register, send, verify, apiKey, refresh, guestRoom, guestEntry, guestBytes',
    ])
    const { send } = readConfig({ RATE_LIMITS: '{"send":{"perAccount":false}}' }).rateLimits
    expect(send).toEqual({ perAddress: 100, perAccount: undefined, windowMs: 600_000 })
  })
})
