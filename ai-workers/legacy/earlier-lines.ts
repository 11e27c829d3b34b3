import type { Express } from 'express'
import type { EarlierServices } from './earlier-services.js'
import { mountEventReplies } from './event-replies.js'
import { mountJsonReplies, mountModelReplies } from './json-replies.js'
import { mountStoreNames, type StoreNames } from './store-names.js'
import { mountTextReplies } from './text-replies.js'

interface EarlierLinesOptions {
  readonly services: EarlierServices
  /** host[:port] that the URL of an image may have. */
  readonly imageHosts: readonly string[]
  readonly stores: StoreNames
}

/** Lines 1.1 to 1.3 of the AI services, with the paths of 1.5 and 1.6 (docs/contract/earlier-ai-lines.md). */
export function mountEarlierLines(app: Express, { services, imageHosts, stores }: EarlierLinesOptions): void {
  mountTextReplies(app, services, imageHosts)
  mountStoreNames(app, stores)
  mountJsonReplies(app, services)
  mountEventReplies(app, services)
  mountModelReplies(app, services)
}
