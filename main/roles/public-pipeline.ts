import type { Logger } from '@parley/runtime'
import { createApollo } from '../../resolvers/http/apollo.js'
import type { PublicPipeline } from '../../resolvers/http/mount-graphql.js'
import type { OperationScheduler } from '../../resolvers/pipeline/operation-scheduler.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import type { Product } from '../product.js'
import { buildPublicSchema } from '../schemas.js'

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
