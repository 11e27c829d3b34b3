/** The parts of the stores, each examined separately. */
export type StorePart =
  'records' | 'logs' | 'remnants' | 'replies' | 'images' | 'files' | 'characters' | 'accounts' | 'purges'

/** The possible inconsistencies between the stores, or within one where no foreign key prevents them. */
export type FindingKind =
  | 'record-without-log'
  | 'log-without-record'
  | 'entries-without-log'
  | 'reply-without-room'
  | 'image-without-file'
  | 'file-without-image'
  | 'picture-without-image'
  | 'stuck-purge'
  | 'unknown-purge'

export interface Finding {
  readonly part: StorePart
  readonly kind: FindingKind
  /** Names it within its part; what `mend` asks for. */
  readonly subject: string
  /** In words. May have text of clients in it. */
  readonly detail: string
}

export interface FindingsPage {
  /** The number of examined objects. */
  readonly looked: number
  readonly findings: readonly Finding[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
}

export interface PageRequest {
  readonly after: string | null
  /** At most so many things are looked at; of `files`, so many findings. */
  readonly limit: number
  /** Epoch milliseconds: what was made since may be unfinished. */
  readonly before: number
}

/**
 * Looks at one part, a page at a time: nothing is kept between two of them. A finding was so at two looks, with a look at
 * what could explain it in between: what is made or deleted meanwhile is none.
 */
export interface Examiner {
  page(request: PageRequest): Promise<FindingsPage>
  /** Looks again and sets it right, now or through the outbox; false when there is nothing of it to set right. */
  mend(finding: Pick<Finding, 'kind' | 'subject'>): Promise<boolean>
}
