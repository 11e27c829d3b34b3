import { Complaint, type Fields } from '../fields.js'
import { orNone, readLimitValues, wholeLimit } from './limit-values.js'
import { longestTimerMs } from '../rules.js'

/** Beyond these a process refuses new work; undefined is without a threshold, which is written as `false`. */
export interface LoadLimitsConfig {
  /** How late the event loop may be, in milliseconds. */
  readonly eventLoopMs: number | undefined
  /** The share of the heap limit that may be in use after a full garbage collection. */
  readonly heapShare: number | undefined
  /** Bytes in memory for the clients of one address; undefined: a quarter of `unsentPerProcess`. */
  readonly unsentPerClient: number | undefined
  /** Bytes in memory for all clients: large results, unsent answers, arriving bodies; undefined: an eighth of the heap limit. */
  readonly unsentPerProcess: number | undefined
}

const largestMemory = 2 ** 40

/** Reads `LOAD_LIMITS`. */
export function readLoadLimits(fields: Fields): LoadLimitsConfig {
  return readLimitValues<LoadLimitsConfig>(fields, {
    name: 'LOAD_LIMITS',
    example: '{"eventLoopMs":2000}',
    defaults: { eventLoopMs: 1_000, heapShare: 0.9, unsentPerClient: undefined, unsentPerProcess: undefined },
    readers: {
      eventLoopMs: orNone(wholeLimit(longestTimerMs)),
      heapShare: orNone(share),
      unsentPerClient: wholeLimit(largestMemory),
      unsentPerProcess: wholeLimit(largestMemory),
    },
  })
}

function share(value: unknown): number | Complaint {
  const isShare = typeof value === 'number' && value > 0 && value <= 1
  return isShare ? value : new Complaint('a number above 0 and up to 1')
}
