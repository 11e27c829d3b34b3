import type { Logger } from '@parley/runtime'
import { Pipeline } from '../resolvers/pipeline/pipeline.js'
import type { OperationScheduler } from '../resolvers/pipeline/operation-scheduler.js'
import type { Product } from './product.js'
import { buildServiceSchema } from './schemas.js'

export type Executor = Pick<Pipeline, 'execute' | 'run' | 'mask'>

/** The pipeline of the service schema, built at its first operation, since many processes never need it. */
export function servicePipeline(product: Product, log: Logger, scheduler?: OperationScheduler): Executor {
  let built: Pipeline | undefined
  const pipeline = () => (built ??= new Pipeline(buildServiceSchema(product), log, scheduler))
  return {
    execute: (operation) => pipeline().execute(operation),
    run: (operation, options) => pipeline().run(operation, options),
    mask: (error, requestId) => pipeline().mask(error, requestId),
  }
}
