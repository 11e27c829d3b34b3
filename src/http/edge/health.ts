import type { IRouter } from 'express'
import { mountPath } from '../paths.js'

/** Whether a listener can work; `warnings` are sentences on what works only in part. */
type Readiness = boolean | { readonly warnings: readonly string[] }

/** Whether the parts that this listener needs are available; an error counts as no. */
export type ReadyCheck = () => Readiness | Promise<Readiness>

/** `GET /health/live`: the process answers; `GET /health/ready`: it can work. Open on every listener. */
export function mountHealth(router: IRouter, ready: ReadyCheck): void {
  mountPath(router, '/health/live', {
    get: (_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'ok' })
    },
  })
  mountPath(router, '/health/ready', {
    get: async (_request, response) => {
      response.set('Cache-Control', 'no-store')
      const readiness = await readinessOf(ready)
      const { warnings = [] } = typeof readiness === 'boolean' ? {} : readiness
      if (readiness) response.json({ status: 'ready', ...(warnings.length === 0 ? {} : { warnings }) })
      else response.status(503).json({ detail: 'Service temporarily unavailable' })
    },
  })
}

async function readinessOf(ready: ReadyCheck): Promise<Readiness> {
  try {
    return await ready()
  } catch {
    // a failed check means: not ready
    return false
  }
}
