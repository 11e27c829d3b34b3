import type { ProcessLimits, ReadyCheck } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import type { EventBus } from '../src/ports/event-bus/event-bus.js'
import type { OperationScheduler } from '../resolvers/pipeline/operation-scheduler.js'
import type { Product } from './product.js'
import type { PublicPipeline } from '../resolvers/http/mount-graphql.js'
import type { Executor } from './service-pipeline.js'

/** The dependencies of a listener of the product. */
export interface Parts {
  readonly product: Product
  /** Runs operations of the service schema. */
  readonly service: Executor
  /** Shares the event loop fairly between the operations of both schemas. */
  readonly scheduler: OperationScheduler
  readonly limits: ProcessLimits
  readonly log: Logger
  /** Whether the stores can be reached. */
  readonly ready: ReadyCheck
}

/** The dependencies of a listener that serves the public schema. */
export interface ServingParts extends Parts {
  readonly graphql: PublicPipeline
}

/** Those of the application. */
export interface ApplicationParts extends ServingParts {
  readonly bus: EventBus
}
