import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm'
import { AppError, StoreDamaged, StoreUnwritable, systemErrorCode } from '@parley/runtime'
import { lateMessage } from './postgres/connection-shares.js'

const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '08000', // PostgreSQL: connection exceptions
  '08001',
  '08003',
  '08006',
  '28000', // the role, its password or the database is refused, though not at the start
  '28P01',
  '3D000',
  '57P01', // shut down by an administrator
  '57P02',
  '57P03',
])

/** A limit of PostgreSQL has ended the statement or the transaction. */
const late = new Set([
  '55P03', // lock_timeout
  '57014', // statement_timeout, or cancelled
  '25P03', // idle_in_transaction_session_timeout
])

/** The disk is full; a read that sorts needs room too. */
const full = new Set(['53100', 'SQLITE_FULL'])

/** The server or the file answers, and refuses to write. */
const unwritable = new Set([
  '25006', // read-only transaction
  '42501', // rights are missing
  '58030', // error of the disk
  'SQLITE_READONLY',
  'SQLITE_IOERR',
])

/** A read too is refused: rights are missing, or the disk fails. */
const unreadable = new Set(['42501', '58030'])

/** A page of the database does not have the content that it should have. */
const damaged = new Set([
  'XX001', // data
  'XX002', // index
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
])

// node-postgres throws these without a code
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered',
  'Client was closed',
]

/**
 * Runs a query and translates its error. A store that is unreachable, locked or too slow becomes AppError UNAVAILABLE, one that
 * refuses to write StoreUnwritable, to read UNAVAILABLE too, one with a damaged page StoreDamaged; a reference to a row
 * that was just deleted becomes NOT_FOUND; other errors stay unchanged.
 */
export async function translated<T>(run: () => Promise<T>, isRead = false): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('NOT_FOUND', { cause: error })
    if (isLate(error)) throw new AppError('UNAVAILABLE', { part: 'store', message: lateMessage, cause: error })
    if (isLocked(error)) throw new AppError('UNAVAILABLE', { part: 'store', message: lockedMessage, cause: error })
    if (hasNoConnectionLeft(error)) throw new StoreUnwritable('database', error, noConnectionMessage)
    if (isDamaged(error)) throw new StoreDamaged(error)
    if (isUnwritable(error, isRead)) throw new StoreUnwritable('database', error)
    if (unreadable.has(codeOf(error)))
      throw new AppError('UNAVAILABLE', { part: 'store', message: 'The database refuses to read', cause: error })
    if (!isUnavailable(error)) throw error
    const cause = isReleased(error) ? new Error('its connection was closed') : error
    throw new AppError('UNAVAILABLE', { part: 'store', message: 'The database cannot be reached', cause })
  }
}

const lockedMessage = 'Another program has locked the database file'

/** True when another process has locked the file of SQLite. */
export function isLocked(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_BUSY' || code.startsWith('SQLITE_BUSY_')
}

/** True for the violation of a unique index, of `table` if given: another write was first. */
export function isUniqueViolation(error: unknown, table?: string): boolean {
  if (!(error instanceof QueryFailedError) || !uniqueCodes.has(systemErrorCode(error.driverError))) return false
  return table === undefined || tableOf(error.driverError, error.message) === table
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof QueryFailedError && foreignKeyCodes.has(systemErrorCode(error.driverError))
}

const foreignKeyCodes = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])

/** True when PostgreSQL ended a transaction because of a deadlock; the transaction has changed nothing. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof QueryFailedError && systemErrorCode(error.driverError) === '40P01'
}

/** True when a limit of PostgreSQL has ended the statement or the transaction. */
function isLate(error: unknown): boolean {
  return error instanceof QueryFailedError && late.has(systemErrorCode(error.driverError))
}

/** True for what ends a call that exceeds a limit: of PostgreSQL, or of the connection. */
export function exceedsLimit(error: unknown): boolean {
  return isLate(error) || isUnavailable(error) || hasNoConnectionLeft(error)
}

/** Of an error that is answered to clients. */
export const noConnectionMessage = 'The database has no connection left'

/** True when PostgreSQL, or a PgBouncer in front, refuses one more connection of this role, to this database or at all. */
export function hasNoConnectionLeft(error: unknown): boolean {
  return (
    codeOf(error) === '53300' || (error instanceof Error && error.message.startsWith('no more connections allowed'))
  )
}

/** True when the database or the session is read-only. A session stays so when the database is not any more. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** True when TLS to the server fails. */
export function isTlsFault(error: unknown): boolean {
  return /^(ERR_SSL|ERR_TLS|EPROTO$|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(systemErrorCode(error))
}

/** True when SQLite may have rolled back the whole transaction, not only the statement. */
export function endsTransaction(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false
  const code = systemErrorCode(error.driverError)
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}

/** The table of a unique violation: a field on PostgreSQL, in the message on SQLite. */
function tableOf(driverError: unknown, message: string): string | undefined {
  if (typeof driverError === 'object' && driverError !== null && 'table' in driverError)
    return String(driverError.table)
  return /constraint failed: (\w+)\./.exec(message)?.[1]
}

/** True for what the database throws when it meets a damaged page. */
export function isDamaged(error: unknown): boolean {
  return damaged.has(primaryCode(codeOf(error)))
}

function isUnwritable(error: unknown, isRead: boolean): boolean {
  const code = codeOf(error)
  if (full.has(code) || lacksRoomToConnect(error)) return true
  // a read that writes is a defect
  return !isRead && unwritable.has(primaryCode(code))
}

/** True when a full disk keeps PostgreSQL from writing the file that a new connection needs; it gives that no code of its own. */
function lacksRoomToConnect(error: unknown): boolean {
  return codeOf(error) === 'XX000' && error instanceof Error && error.message.includes('could not write init file')
}

/** SQLite has codes such as SQLITE_IOERR_WRITE, SQLITE_CORRUPT_INDEX and SQLITE_READONLY_DBMOVED. */
function primaryCode(code: string): string {
  return /^SQLITE_(CORRUPT|IOERR|READONLY)/.exec(code)?.[0] ?? code
}

function codeOf(error: unknown): string {
  return systemErrorCode(error instanceof QueryFailedError ? error.driverError : error)
}

/** TypeORM releases a connection that ends between two statements of a transaction. */
function isReleased(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError
}

function isUnavailable(error: unknown): boolean {
  if (isReleased(error)) return true
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error
  // a disk that fails cannot be read either
  if (unavailable.has(codeOf(error)) || primaryCode(codeOf(error)) === 'SQLITE_IOERR' || isTlsFault(error)) return true
  // a socket file that does not exist
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect') return true
  return cause instanceof Error && unavailableMessages.some((text) => cause.message.includes(text))
}
