import type { FindingKind } from './finding-kinds.js'

/** The parts of the stores, each examined separately. */
export type StorePart =
  'records' | 'logs' | 'remnants' | 'search' | 'replies' | 'images' | 'files' | 'characters' | 'accounts' | 'purges'

export interface Finding {
  readonly part: StorePart
  readonly kind: FindingKind
  /** Identifies the object within its part, for `mend`. */
  readonly subject: string
  /** A description, which may contain text of clients. */
  readonly detail: string
}

export interface FindingsPage {
  /** The number of examined objects. */
  readonly examined: number
  readonly findings: readonly Finding[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
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
  /** Checks again and repairs the finding, now or through the outbox; false when there is nothing left to repair. */
  mend(finding: Pick<Finding, 'kind' | 'subject'>): Promise<boolean>
}
