import type { Express } from 'express'
import { methods } from '@parley/edge'

export interface MountedRoute {
  /** In capital letters. */
  readonly method: string
  /** With `{name}` for a parameter, as in OpenAPI. */
  readonly template: string
}

/** All methods and paths that `mountPath` has added to an application, except health and documents. */
export function mountedRoutes(app: Express): MountedRoute[] {
  return app.router.stack.flatMap(({ route }) => {
    if (!route) return []
    const template = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const mounted = new Set(route.stack.map(({ method }) => method))
    return methods.filter((method) => mounted.has(method)).map((method) => ({ method: method.toUpperCase(), template }))
  })
}
