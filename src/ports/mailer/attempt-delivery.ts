import { AppError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { mails } from '../../metrics/stores.js'

/** Tries a delivery once. The log gets a short reason for a failure, the caller gets none (see Mailer). */
export async function attemptDelivery(act: () => Promise<unknown>, log: Logger, failure: string): Promise<void> {
  try {
    await act()
    mails.inc({ outcome: 'sent' })
  } catch (error) {
    mails.inc({ outcome: 'failed' })
    log.warn({ reason: reasonOf(error) }, failure)
    throw new AppError('INTERNAL_SERVER_ERROR', { message: 'The mail could not be delivered' })
  }
}

/** The error code of the library or the system and the server's status, but no sentence: it may have the address. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const known = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  const parts = [known.code, known.command, known.responseCode]
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'unknown'
}
