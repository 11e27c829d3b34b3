import { AppError } from '@parley/runtime'
import type { Audit } from '../audit/audit.js'
import { kinds, type Kind } from '../kinds.js'
import type { ReadServiceStatus, ServiceStatus, SetQueuePaused } from '../ports/reply-generator/service-status.js'
import type { Caller } from '../users/caller.js'

/** The queues of the AI services, for the operator. Its callers check the permission. */
export class Queues {
  constructor(
    private readonly setQueuePaused: SetQueuePaused,
    private readonly readServiceStatus: ReadServiceStatus,
    private readonly audit: Audit,
  ) {}

  /**
   * Pauses or resumes the queue of a kind, or of both. Throws AppError UNAVAILABLE that names those that cannot be
   * reached; the others are changed.
   */
  async setPaused(caller: Caller, paused: boolean, kind: Kind | null | undefined): Promise<ServiceStatus[]> {
    const asked = kind ? [kind] : kinds
    const action = paused ? 'QUEUE_PAUSED' : 'QUEUE_RESUMED'
    for (const each of asked)
      await this.audit.recordNow(caller, { action, target: { kind: 'QUEUE', id: each }, details: {} })
    const results = await Promise.allSettled(asked.map((each) => this.setQueuePaused(each, paused)))
    const [fault] = results.filter((result) => result.status === 'rejected')
    if (fault && results.every(({ status }) => status === 'rejected')) throw fault.reason
    const changed = asked.filter((_, index) => results[index]?.status === 'fulfilled')
    if (fault) {
      const message = `Only the queue of the ${changed.join()} service was reached and is changed; run the command again`
      throw new AppError('UNAVAILABLE', { part: 'model', message, cause: fault.reason })
    }
    return Promise.all(asked.map((each) => this.readServiceStatus(each)))
  }
}
