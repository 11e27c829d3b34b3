import type { FindingKind, StorePart } from './finding-kinds.js'

export interface Finding {
  readonly part: StorePart
  readonly kind: FindingKind
  /** Identifies the object within its part, for `repair`. */
  readonly subject: string
  /** A description, which may contain text of clients. */
  readonly detail: string
  /** The id of the account that it belongs to, where it names one. That account may be deleted. */
  readonly ownerId?: number | undefined
}

export interface FindingsPage {
  /** The number of examined objects. */
  readonly examined: number
  readonly findings: readonly Finding[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
}

/** A repair of one finding. A client chooses the subject: it need not be a finding. */
export interface RepairRequest {
  readonly kind: FindingKind
  readonly subject: string
  /** Epoch milliseconds: objects created later may be unfinished, and are not repaired. */
  readonly before: number
}

export interface PageRequest {
  readonly after: string | null
  /** The maximum number of examined objects; for `files`, of findings. */
  readonly limit: number
  /** Epoch milliseconds: objects created later may be unfinished. */
  readonly before: number
}

/**
 * Examines one part page by page and keeps no state between pages. A finding was seen in two checks, with a check for
 * an explanation in between, so that concurrent creations and deletions are not reported.
 */
export interface Examiner {
  page(request: PageRequest): Promise<FindingsPage>
  /**
   * Examines the subject again, and repairs it now or through the outbox; false when it is not a finding, or not one any
   * longer.
   */
  repair(request: RepairRequest): Promise<boolean>
}
