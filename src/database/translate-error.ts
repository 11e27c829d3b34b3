import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm'
import { errorCode } from '../error-code.js'
import { AppError } from '../errors.js'

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
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02',
  '57P03',
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
])

// node-postgres gives these no code
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered',
  'Client was closed',
]

/**
 * Runs a query. A store that cannot be reached, is full or is locked becomes AppError UNAVAILABLE, a row that refers to one which has just been
 * deleted NOT_FOUND; everything else stays what it is.
 */
export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('NOT_FOUND', { cause: error })
    if (!isUnavailable(error)) throw error
    throw new AppError('UNAVAILABLE', { part: 'store', message: 'The database cannot be reached', cause: error })
  }
}

/** True for a broken unique rule, of `table` if one is named: another write was first. */
export function isUniqueViolation(error: unknown, table?: string): boolean {
  if (!(error instanceof QueryFailedError) || !uniqueCodes.has(errorCode(error.driverError))) return false
  return table === undefined || tableOf(error.driverError, error.message) === table
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof QueryFailedError && foreignKeyCodes.has(errorCode(error.driverError))
}

const foreignKeyCodes = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])

/** True when PostgreSQL ended a transaction because it and another waited for each other: it has done nothing. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof QueryFailedError && errorCode(error.driverError) === '40P01'
}

/** True where SQLite may have rolled back the transaction around a statement, not the statement alone. */
export function endsTransaction(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false
  const code = errorCode(error.driverError)
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}

/** PostgreSQL names the table in a field, SQLite in its message ("UNIQUE constraint failed: users.email_key"). */
function tableOf(driverError: unknown, message: string): string | undefined {
  if (typeof driverError === 'object' && driverError !== null && 'table' in driverError)
    return String(driverError.table)
  return /constraint failed: (\w+)\./.exec(message)?.[1]
}

function isUnavailable(error: unknown): boolean {
  // TypeORM lets go of a connection that ends between two statements of a transaction
  if (error instanceof QueryRunnerAlreadyReleasedError) return true
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error
  if (unavailable.has(errorCode(cause))) return true
  // a socket file that is not there
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect') return true
  return cause instanceof Error && unavailableMessages.some((text) => cause.message.includes(text))
}
