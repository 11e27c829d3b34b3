import type { Examiner, Finding, FindingsPage, StorePart } from './finding.js'

/** Asks for one page of one part. */
export interface Examination {
  readonly part: StorePart
  /** `next` of the page before; from the beginning when absent. */
  readonly after?: string | null | undefined
  /** Younger data may be unfinished and is skipped, in milliseconds. Default: 5 minutes. */
  readonly minAgeMs?: number | null | undefined
}

const thingsPerPage = 200
const youngMs = 5 * 60_000

/**
 * Finds what a deletion promises not to leave in either store (contract: users.17), and repairs it on request.
 * For the machine's operator alone.
 */
export class Doctor {
  constructor(
    private readonly examiners: Readonly<Record<StorePart, Examiner>>,
    private readonly clock: () => number,
  ) {}

  /** One page, so that a store of any size needs bounded memory and no request waits long. */
  examine({ part, after, minAgeMs }: Examination): Promise<FindingsPage> {
    const before = this.clock() - (minAgeMs ?? youngMs)
    return this.examiners[part].page({ after: after ?? null, limit: thingsPerPage, before })
  }

  /** Sets one finding right, if it still is one; false otherwise. What deletes log data is asked for by its kind. */
  mend({ part, kind, subject }: Omit<Finding, 'detail'>): Promise<boolean> {
    return this.examiners[part].mend({ kind, subject })
  }
}
