import { setTimeout as sleep } from 'node:timers/promises'
import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb'
import { AppError, StoreUnwritable, systemErrorCode, within } from '@parley/runtime'

/** After this time without an answer the store counts as unavailable, so callers get an answer within 2 s. */
const timeoutMs = 1_800

const maxAttempts = 30
const maxPauseMs = 50

/** Errors of the driver itself, without a server to talk to. */
const lostServer = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  // the write may not survive the loss of a server
  MongoWriteConcernError,
]

const lostCodes = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
])

/** The server answers, and refuses to write. */
const refusedCodes = new Set<unknown>([
  13, // Unauthorized
  371, // UserWritesBlocked
  8000, // a quota of Atlas
  14031, // OutOfDiskSpace
])

// errors of a socket that closed just before a write, and of DNS: the driver passes them on unchanged
const socketCodes = new Set<unknown>([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  // of mongodb+srv:, before a socket is open
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'ESERVFAIL',
  'ETIMEOUT',
  'ECONNREFUSED',
])

// the driver does not export these classes
const poolErrors = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'])

/** Waits for the server. Throws AppError UNAVAILABLE when it cannot be reached, does not answer in time or refuses to write. */
export async function orUnavailable<T>(work: Promise<T>, waitMs = timeoutMs): Promise<T> {
  try {
    return await within(waitMs, work, () => {
      throw storeUnavailable()
    })
  } catch (error) {
    if (error instanceof MongoServerError && refusedCodes.has(error.code)) throw new StoreUnwritable('chat_logs', error)
    throw isLost(error) ? storeUnavailable(error) : error
  }
}

/** True for a violated unique index: another write was first, or this write was already stored. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000
}

/**
 * Calls `attempt` with the number of earlier tries until it returns a value; `undefined` means that another writer was
 * first. The pauses are random, so that competing writers do not collide again. Throws AppError UNAVAILABLE after 30
 * tries.
 */
export async function retryOnConflict<T>(attempt: (tries: number) => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    if (tries > 0) await sleep(Math.random() * Math.min(2 ** tries, maxPauseMs))
    const outcome = await attempt(tries)
    if (outcome !== undefined) return outcome
  }
  throw new AppError('UNAVAILABLE', { part: 'store', message: 'Too many writers in one place' })
}

/** `servers` are named only at startup, before any client is served. */
export function storeUnavailable(cause?: unknown, servers?: string): AppError {
  const where = servers === undefined ? '' : ` at ${servers}`
  return new AppError('UNAVAILABLE', {
    part: 'store',
    message: `The chat-log database${where} cannot be reached`,
    cause,
  })
}

function isLost(error: unknown): boolean {
  if (lostServer.some((known) => error instanceof known)) return true
  if (!(error instanceof MongoError)) return socketCodes.has(systemErrorCode(error))
  return lostCodes.has(error.code) || poolErrors.has(error.name) || error.hasErrorLabel('RetryableWriteError')
}
