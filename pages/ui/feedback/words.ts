import { loadedCatalogue } from '../text/catalogue.js'

type KnownCode =
  | 'NETWORK'
  | 'UNAVAILABLE'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'AWAITING_APPROVAL'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'PAGE_FAULT'

export interface FeedbackWords {
  readonly cancel: string
  readonly close: string
  readonly loading: string
  /** By the code of the error. */
  readonly errors: Readonly<Record<KnownCode, string>>
  /** By the HTTP status of something between page and server. */
  readonly proxy: (status: number) => string
  readonly tooLargeForProxy: string
  readonly rateLimited: (wait: string) => string
  readonly limitReached: (max: string) => string
  /** By the name of the limit in the error. */
  readonly limits: Readonly<Record<string, ((max: string) => string) | undefined>>
  readonly limitEnds: (date: string) => string
  readonly refused: string
  readonly unexpected: string
  readonly crashed: string
  readonly copied: string
  readonly hide: string
}

export const words = loadedCatalogue<FeedbackWords>()
