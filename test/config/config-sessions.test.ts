import { expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

it('a refresh token is valid for 30 days, or as long as an access token if that is longer', () => {
  expect(readConfig({ JWT_TTL_MS: '3000000000' }).refreshLifetimeMs).toBe(3_000_000_000)
  expect(readConfig({ REFRESH_TTL_MS: '86400000' }).refreshLifetimeMs).toBe(86_400_000)
  expect(faultsIn({ REFRESH_TTL_MS: '86399999' })).toEqual(['REFRESH_TTL_MS: must not be less than JWT_TTL_MS'])
})

it('single bounds of sockets are replaced, and all their faults are reported', () => {
  const { socketLimits } = readConfig({ SOCKET_LIMITS: '{"perUser":7}' })
  expect(socketLimits).toEqual({ perUser: 7, perAddress: 500, perProcess: 10_000, connectionsPerAddress: 1_000 })
  expect(faultsIn({ SOCKET_LIMITS: '{"perUser":0,"perTab":1}' })).toEqual([
    'SOCKET_LIMITS: must give perUser as a whole number from 1 to 1000000',
    'SOCKET_LIMITS: knows only perUser, perAddress, perProcess, connectionsPerAddress',
  ])
  expect(faultsIn({ SOCKET_LIMITS: '7' })).toEqual(['SOCKET_LIMITS: must be a JSON object such as {"perUser":100}'])
})

it('single thresholds of the load are replaced or switched off, and all their faults are reported', () => {
  expect(readConfig({ LOAD_LIMITS: '{"eventLoopMs":false}' }).loadLimits).toMatchObject({
    eventLoopMs: undefined,
    heapShare: 0.9,
  })
  expect(faultsIn({ LOAD_LIMITS: '{"eventLoopMs":0.5,"heapShare":2,"cpu":1}' })).toEqual([
    'LOAD_LIMITS: must give eventLoopMs as a whole number from 1 to 2147483647, or as false for no limit',
    'LOAD_LIMITS: must give heapShare as a number above 0 and up to 1, or as false for no limit',
    'LOAD_LIMITS: knows only eventLoopMs, heapShare, unsentPerClient, unsentPerProcess',
  ])
})
