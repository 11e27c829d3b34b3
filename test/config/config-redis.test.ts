import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { isProtectedRedis } from '../../src/config/network/redis-url.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('REDIS_URL', () => {
  it.each([
    ...['redis://127.0.0.1', 'redis://localhost:6390/3', 'redis://[::1]/', 'redis://redis:6379', 'redis://10.1.2.3'],
    ...['redis://172.31.0.1', 'redis://[fd00::1]', 'rediss://user:p%40ss@203.0.113.1:6380/0'],
  ])('accepts %s', (REDIS_URL) => {
    expect(readConfig({ REDIS_URL }).redisUrl).toBe(REDIS_URL)
  })

  it.each([
    ...['h:6379', 'http://h', 'redis://', 'redis://:6379', 'redis://h/db', 'redis://h?db=1', 'redis://h#1'],
    ...['redis://:%zz@h', 'redis://h:65536', 'redis://h h', '/run/redis.sock'],
  ])('refuses %s', (REDIS_URL) => {
    expect(faultsIn({ REDIS_URL })).toEqual([
      'REDIS_URL: must be a URL such as rediss://user:password@host:6379 or redis://127.0.0.1:6379/0',
    ])
  })

  it.each(['redis://:hush@203.0.113.1', 'rediss://203.0.113.1', 'rediss://[2001:db8::1]', 'redis://172.32.0.1'])(
    'demands encryption and a password at a public address: %s',
    (REDIS_URL) => {
      expect(faultsIn({ REDIS_URL })).toEqual([
        'REDIS_URL: must begin with rediss:// and have a password, since its address is public',
      ])
    },
  )

  it.each([
    ['redis://localhost', true],
    ['rediss://:secret@10.0.0.1', true],
    ['redis://:secret@10.0.0.1', false],
    ['rediss://redis.example', false],
  ])('%s is protected: %s', (url, isProtected) => {
    expect(isProtectedRedis(url)).toBe(isProtected)
  })
})
