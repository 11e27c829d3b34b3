import type { ApolloServer } from '@apollo/server'
import type { Logger } from '@parley/runtime'
import { createApollo } from '../../resolvers/http/apollo.js'
import type { RequestContext } from '../../resolvers/context/request-context.js'
import type { OperationScheduler } from '../../resolvers/pipeline/operation-scheduler.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import type { Product } from '../product.js'
import { buildPublicSchema } from '../schemas.js'

/** The public schema, for the listeners that serve it. */
export interface PublicPipeline {
  readonly pipeline: Pipeline
  /** GraphQL over HTTP. It was started; its owner stops it. */
  readonly apollo: ApolloServer<RequestContext>
}

/** @throws ConfigError for a trusted document that cannot be run. */
export async function openPublicPipeline(
  config: Config,
  { product, log, scheduler }: { product: Product; log: Logger; scheduler: OperationScheduler },
): Promise<PublicPipeline> {
  const schema = buildPublicSchema(product)
  const pipeline = new Pipeline(schema, log, scheduler)
  const faults = pipeline.trust(config.trustedDocuments)
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `TRUSTED_DOCUMENTS: ${fault}`))
  const apollo = createApollo(pipeline, schema, log)
  await apollo.start()
  return { pipeline, apollo }
}
