import type { Logger } from '../src/logger.js'
import { repeat } from '../src/repeat.js'
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
  const again = () => recover(product, { all: false })
  cleanup.push(repeat(again, { everyMs, onError: (err) => log.warn({ err }, 'recovery.deferred') }))
}

async function recover({ recovery, openCompletions }: Product, scope: { all: boolean }): Promise<void> {
  await recovery.run(scope)
  await openCompletions.settleLost()
}
