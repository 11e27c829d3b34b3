import { AppError } from '@parley/runtime'
import type { Audit } from '../audit/audit.js'
import type { Caller } from '../users/caller.js'
import { isKindOf, type StorePart } from './finding-kinds.js'
import type { Examiner, Finding, FindingsPage } from './finding.js'

interface AgeLimit {
  /** Data younger than this may be unfinished and is skipped, in milliseconds. Default: 5 minutes. */
  readonly minAgeMs?: number | null | undefined
}

/** A request for one page of findings of one part. */
interface Examination extends AgeLimit {
  readonly part: StorePart
  /** `next` of the previous page; the first page when absent. */
  readonly after?: string | null | undefined
}

/** A request to repair one finding. `kind` is required, since some repairs delete log data. */
interface Repair extends Omit<Finding, 'detail'>, AgeLimit {}

const itemsPerPage = 200
const defaultMinAgeMs = 5 * 60_000

/**
 * Finds data that a deletion should have removed from the stores (contract: users.17), and repairs it on request. For
 * administrators and the operator; the resolvers check that. Both methods throw FORBIDDEN for an age below the default,
 * except for the operator.
 */
export class Doctor {
  constructor(
    private readonly examiners: Readonly<Record<StorePart, Examiner>>,
    private readonly audit: Audit,
    private readonly clock: () => number,
  ) {}

  /** Examines one page, so that memory and time per request are bounded for a store of any size. */
  async examine(caller: Caller, { part, after, minAgeMs }: Examination): Promise<FindingsPage> {
    const before = this.#before(caller, minAgeMs)
    return this.examiners[part].page({ after: after === '' ? null : (after ?? null), limit: itemsPerPage, before })
  }

  /** Repairs one finding; false for a subject that is not a finding of this kind now. */
  async repair(caller: Caller, { part, kind, subject, minAgeMs }: Repair): Promise<boolean> {
    const before = this.#before(caller, minAgeMs)
    if (!isKindOf(part, kind)) return false
    const target = { kind: 'FINDING', id: subject } as const
    await this.audit.recordNow(caller, { action: 'FINDING_REPAIRED', target, details: { part, kind } })
    return this.examiners[part].repair({ kind, subject, before })
  }

  #before(caller: Caller, minAgeMs: number | null | undefined): number {
    const age = minAgeMs ?? defaultMinAgeMs
    if (age < defaultMinAgeMs && caller.kind !== 'service') throw belowMinAge()
    return this.clock() - age
  }
}

function belowMinAge(): AppError {
  return new AppError('FORBIDDEN', { message: 'Only npm run doctor can examine data younger than 5 minutes' })
}
