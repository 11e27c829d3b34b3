import type { Examiner, Finding, FindingsPage, StorePart } from './finding.js'

/** A request for one page of findings of one part. */
export interface Examination {
  readonly part: StorePart
  /** `next` of the previous page; the first page when absent. */
  readonly after?: string | null | undefined
  /** Data younger than this may be unfinished and is skipped, in milliseconds. Default: 5 minutes. */
  readonly minAgeMs?: number | null | undefined
}

const itemsPerPage = 200
const youngMs = 5 * 60_000

/**
 * Finds data that a deletion should have removed from the stores (contract: users.17), and repairs it on request. Only
 * for the operator.
 */
export class Doctor {
  constructor(
    private readonly examiners: Readonly<Record<StorePart, Examiner>>,
    private readonly clock: () => number,
  ) {}

  /** Examines one page, so that memory and time per request are bounded for a store of any size. */
  examine({ part, after, minAgeMs }: Examination): Promise<FindingsPage> {
    const before = this.clock() - (minAgeMs ?? youngMs)
    return this.examiners[part].page({ after: after ?? null, limit: itemsPerPage, before })
  }

  /** Repairs one finding; false if it no longer exists. `kind` is required, since some repairs delete log data. */
  mend({ part, kind, subject }: Omit<Finding, 'detail'>): Promise<boolean> {
    return this.examiners[part].mend({ kind, subject })
  }
}
