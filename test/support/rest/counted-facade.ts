import { getOperationAST } from 'graphql'
import { openListener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { buildPublicSchema } from '../../../main/schemas.js'
import { pipelineClient } from '../../../main/pipeline-client.js'
import { createRequestContext } from '../../../resolvers/context/request-context.js'
import { type Operation, Pipeline } from '../../../resolvers/pipeline/pipeline.js'
import { lineOf } from '../../../rest-facade/contract/lines.js'
import { facadeRoutes, mountRoutes } from '../../../rest-facade/mount.js'
import type { TestApp } from '../app/app.js'

class CountingPipeline extends Pipeline {
  readonly executed: string[] = []

  override execute(operation: Operation) {
    this.executed.push(getOperationAST(operation.document)?.name?.value ?? 'unnamed')
    return super.execute(operation)
  }
}

/** The REST endpoints of an app on their own port, with the names of the operations that they execute. */
export async function countedFacade({ app: { product } }: TestApp) {
  const log = createLogger('silent')
  const pipeline = new CountingPipeline(buildPublicSchema(product), log)
  const client = pipelineClient(
    pipeline,
    (origin) => createRequestContext(product, { ...origin, isAskedToSignIn: true }),
    product,
  )
  const settings = { line: lineOf('1.1'), imageHosts: [], messageLimit: product.messageLimit }
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger: log,
    ready: () => true,
    mount: (app) => app.use(mountRoutes(client, facadeRoutes(settings))),
  })
  return {
    url: `http://127.0.0.1:${String(listener.port)}`,
    executed: pipeline.executed,
    close: () => listener.close(),
  }
}
