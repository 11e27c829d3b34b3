import type { Express } from 'express'
import { methods } from '../../../src/http/paths.js'

export interface MountedRoute {
  /** In capital letters. */
  readonly method: string
  /** With `{name}` for a parameter, as OpenAPI writes it. */
  readonly template: string
}

/** Every method and path that `mountPath` has given to an application, those of health and documents aside. */
export function mountedRoutes(app: Express): MountedRoute[] {
  return app.router.stack.flatMap(({ route }) => {
    if (!route) return []
    const template = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const mounted = new Set(route.stack.map(({ method }) => method))
    return methods.filter((method) => mounted.has(method)).map((method) => ({ method: method.toUpperCase(), template }))
  })
}
