import { AppError, type Logger } from '@parley/runtime'
import { mails } from '../../metrics/stores.js'
import { SilentMailServer } from './smtp-phases.js'

interface DeliveryOptions {
  readonly log: Logger
  /** The event of a failure, with these fields. */
  readonly failure: string
  readonly fields?: object
}

/** Tries a delivery once. The log gets a short reason for a failure, the caller gets none (see Mailer). */
export async function attemptDelivery(
  act: () => Promise<unknown>,
  { log, failure, fields = {} }: DeliveryOptions,
): Promise<void> {
  try {
    await act()
    mails.inc({ outcome: 'sent' })
  } catch (error) {
    mails.inc({ outcome: 'failed' })
    const silence = error instanceof SilentMailServer ? { phase: error.phase, limitMs: error.limitMs } : {}
    log.warn({ ...fields, reason: reasonOf(error), ...silence }, failure)
    throw new AppError('INTERNAL_SERVER_ERROR', { message: 'The mail could not be delivered' })
  }
}

/** The error code of the library or the system and the server's status, but no sentence: it may have the address. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const known: { code?: unknown; responseCode?: unknown; command?: unknown } = error
  const parts = [known.code, known.command, known.responseCode]
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'unknown'
}
