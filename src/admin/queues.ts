import { kinds } from '../kinds.js'
import type { Kind } from '../kinds.js'
import type { ReadServiceStatus, ServiceStatus, SetQueuePaused } from '../ports/reply-generator/service-status.js'

/** The queues of the AI services, for the operator. Its callers check the permission. */
export class Queues {
  constructor(
    private readonly setQueuePaused: SetQueuePaused,
    private readonly readServiceStatus: ReadServiceStatus,
  ) {}

  /** Pauses or resumes the queue of a kind, or of both. Throws AppError UNAVAILABLE when it cannot be reached. */
  async setPaused(paused: boolean, kind: Kind | null | undefined): Promise<ServiceStatus[]> {
    const asked = kind ? [kind] : kinds
    await Promise.all(asked.map((each) => this.setQueuePaused(each, paused)))
    return Promise.all(asked.map((each) => this.readServiceStatus(each)))
  }
}
