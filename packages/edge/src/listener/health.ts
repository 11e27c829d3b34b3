import type { IRouter } from 'express'
import { answeredWithin, AppError, defaultMessages } from '@parley/runtime'
import { mountPath } from './paths.js'

/** Whether a listener can work; `warnings` are sentences on what works only in part. */
type Readiness = boolean | { readonly warnings: readonly string[] }

/** Whether the parts that this listener needs are available. An error counts as no; that of an AppError says why. */
export type ReadyCheck = () => Readiness | Promise<Readiness>

/** A check of health answers within a second, whatever has vanished, in milliseconds. */
const checkMs = 900

const late = () => new AppError('UNAVAILABLE', { message: 'A store did not answer in time' })

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
      const { isReady, warnings = [], message } = await readinessOf(ready)
      if (isReady) response.json({ status: 'ready', ...(warnings.length === 0 ? {} : { warnings }) })
      else response.status(503).json({ detail: defaultMessages.UNAVAILABLE, message })
    },
  })
}

interface State {
  readonly isReady: boolean
  readonly warnings?: readonly string[]
  readonly message?: string
}

async function readinessOf(ready: ReadyCheck): Promise<State> {
  try {
    const readiness = await answeredWithin(checkMs, Promise.resolve(ready()), late)
    return typeof readiness === 'boolean' ? { isReady: readiness } : { isReady: true, ...readiness }
  } catch (error) {
    // a failed check means: not ready
    return { isReady: false, ...(error instanceof AppError ? { message: error.message } : {}) }
  }
}
