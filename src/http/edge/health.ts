import type { IRouter } from 'express'
import { mountPath } from '../paths.js'

/** Whether the parts that this listener needs are available; an error counts as no. */
export type ReadyCheck = () => boolean | Promise<boolean>

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
      if (await isReady(ready)) response.json({ status: 'ready' })
      else response.status(503).json({ detail: 'Service temporarily unavailable' })
    },
  })
}

async function isReady(ready: ReadyCheck): Promise<boolean> {
  try {
    return await ready()
  } catch {
    // a failed check means: not ready
    return false
  }
}
