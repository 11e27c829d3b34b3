import type { Logger } from '../src/logger.js'
import type { Product } from './product.js'
import type { CleanupStack } from './cleanup-stack.js'

export interface RecoveryOptions {
  /** No other process works on these stores. */
  readonly isAlone: boolean
  readonly log: Logger
  readonly cleanup: CleanupStack
}

const everyMs = 10_000

/** Takes over what a crash left: replies go on or end, completions are charged. Does so again and again until `cleanup` ends it. */
export async function startRecovery(product: Product, { isAlone, log, cleanup }: RecoveryOptions): Promise<void> {
  await recover(product, { all: isAlone })
  const rounds = setInterval(() => void recoverAgain(product, log), everyMs)
  cleanup.push(() => clearInterval(rounds))
}

async function recover({ recovery, openCompletions }: Product, scope: { all: boolean }): Promise<void> {
  await recovery.run(scope)
  await openCompletions.settleLost()
}

async function recoverAgain(product: Product, log: Logger): Promise<void> {
  try {
    await recover(product, { all: false })
  } catch (error) {
    // the store is away: the next round tries again
    log.warn({ err: error }, 'recovery.deferred')
  }
}
