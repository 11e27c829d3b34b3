import { loadedCatalogue } from '../text/catalogue.js'

export interface FeedbackWords {
  readonly cancel: string
  readonly close: string
  readonly loading: string
  readonly network: string
  readonly unavailable: string
  /** By the HTTP status of something between page and server. */
  readonly proxy: (status: number) => string
  readonly tooLargeForProxy: string
  readonly sessionEnded: string
  readonly forbidden: string
  readonly awaitingApproval: string
  readonly notFound: string
  readonly conflict: string
  readonly rateLimited: (wait: string) => string
  readonly limitReached: (max: string) => string
  /** By the name of the limit in the error. */
  readonly limits: Readonly<Record<string, ((max: string) => string) | undefined>>
  readonly limitEnds: (date: string) => string
  readonly outdated: string
  readonly refused: string
  readonly unexpected: string
  readonly pageFault: string
  readonly crashed: string
  readonly copied: string
  readonly hide: string
}

export const words = loadedCatalogue<FeedbackWords>()
