import type { IRouter } from 'express'
import { mountPath } from '@parley/edge'
import { registry } from '@parley/runtime'

/** `GET /metrics`: the metrics of this process, as Prometheus reads them. For internal listeners only. */
export function mountMetrics(router: IRouter): void {
  mountPath(router, '/metrics', {
    get: async (_request, response) => {
      const text = await registry.metrics()
      response.set('Cache-Control', 'no-store').type(registry.contentType).send(text)
    },
  })
}
