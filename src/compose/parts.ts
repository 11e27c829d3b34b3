import type { Logger } from '../logger.js'
import type { Product } from './product.js'
import type { Executor } from './service-pipeline.js'

/** What a listener of the product is opened with. */
export interface Parts {
  readonly product: Product
  /** Runs operations of the service schema. */
  readonly service: Executor
  readonly log: Logger
  /** Whether the stores can be reached. */
  readonly ready: () => Promise<boolean>
}
