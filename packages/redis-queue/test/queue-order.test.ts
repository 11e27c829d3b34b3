import { describe, expect, it } from '@jest/globals'
import { queueOrder } from '../src/queue-order.js'

const entry = (arrival: number, tag: number, priority = 'normal') => JSON.stringify({ arrival, tag, priority })
const flat = ['late', entry(3, 4), 'early', entry(1, 4), 'high', entry(4, 2, 'high')]
const state = { first: 0, isPaused: false }

describe('the order of a queue in Redis', () => {
  it('is by tag, then by arrival, with the reason of each job', () => {
    const { positions, isWorkerReady } = queueOrder([1, flat, []], state)
    expect(isWorkerReady).toBe(true)
    expect([...positions].map(([id, { position, reason }]) => [id, position, reason])).toEqual([
      ['high', 1, 'BUSY'],
      ['early', 2, 'PRIORITY'],
      ['late', 3, 'PRIORITY'],
    ])
  })

  it('begins after the jobs that BullMQ starts before all others', () => {
    expect(queueOrder([1, flat, []], { ...state, first: 2 }).positions.get('high')?.position).toBe(3)
  })

  it.each([
    ['without a worker', [0, flat, []], state, 'WORKER_AWAY'],
    ['while it is paused', [1, flat, []], { first: 0, isPaused: true }, 'PAUSED'],
  ] as const)('has one reason for all %s', (_name, overview, bull, reason) => {
    const { positions } = queueOrder(overview, bull)
    expect(new Set([...positions.values()].map((each) => each.reason))).toEqual(new Set([reason]))
  })

  it('names the jobs whose lowered tags BullMQ does not have yet, first those that start first', () => {
    const { lowered } = queueOrder([1, flat, ['late', 'gone', 'high']], state)
    expect(lowered.map(({ id, tag }) => `${id} ${String(tag)}`)).toEqual(['high 2', 'late 4'])
  })
})
