import { describe, expect, it } from '@jest/globals'
import { addressFault, refusesWrites, serverState } from '../src/redis-server.js'

const info = (version: string, policy = 'noeviction') =>
  `# Server\r\nredis_version:${version}\r\nmaxmemory_policy:${policy}\r\nevicted_keys:7\r\n`

describe('a Redis server', () => {
  it.each(['6.2.0', '7.0.15', '10.1.2'])('of version %s can be used', (version) => {
    expect(serverState(info(version))).toEqual({ fault: undefined, evicts: undefined, evictedKeys: 7 })
  })

  it.each(['6.1.9', '5.0.0'])('of version %s is too old', (version) => {
    expect(serverState(info(version)).fault).toBe(`names a Redis server of version ${version}; it must be 6.2 or newer`)
  })

  it('that may delete keys is known by its policy', () => {
    expect(serverState(info('7.0.15', 'allkeys-lru')).evicts).toBe('allkeys-lru')
  })

  it.each(['OOM command not allowed', "MISCONF can't save", 'READONLY replica', 'NOREPLICAS Not enough'])(
    'refuses writes: %s',
    (message) => expect(refusesWrites(new Error(message))).toBe(true),
  )

  it.each([
    ['WRONGPASS invalid username-password pair', 'is refused by the server'],
    ['NOPERM no permissions', 'names a user that needs the rights'],
    ['ERR DB index is out of range', 'names a database that the server does not have'],
    ['Protocol error, got "H"', 'does not speak the Redis protocol'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'whose certificate this machine does not trust'],
  ])('refuses its address for good: %s', (reason, sentence) => expect(addressFault(reason)).toContain(sentence))

  it('may only be unreachable', () => {
    expect(addressFault('ECONNREFUSED')).toBeUndefined()
    expect(refusesWrites(new Error('Connection is closed.'))).toBe(false)
  })
})
