import type { OperationObject } from './document-types.js'
import type { Endpoint } from './endpoint.js'
import type { Service } from './service.js'

const token = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The `token` of a login. The prefix `Bearer ` is optional.',
} as const

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key of the user, created by the GraphQL mutation `createApiKey`. Session tokens are refused.',
} as const

const serviceToken = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The `SERVICE_TOKEN` setting, which is required unless the service listens on a loopback address only. Without the setting, a `Host` or `Origin` that is not this machine is refused with 403.',
} as const

export function securitySchemes({ isInternal, endpoints }: Service): object {
  if (!isInternal && endpoints.every(({ token: rule }) => rule === 'none')) return {}
  if (!isInternal) return endpoints.some(({ token: rule }) => rule === 'key') ? { token, apiKey } : { token }
  return endpoints.some(({ token: rule }) => rule === 'required') ? { serviceToken, token } : { serviceToken }
}

export function securityOf(
  { token: rule }: Endpoint,
  { isInternal }: Pick<Service, 'isInternal'>,
): OperationObject['security'] {
  if (isInternal) return rule === 'required' ? [{ serviceToken: [] }, { token: [] }] : [{}, { serviceToken: [] }]
  switch (rule) {
    case 'required':
      return [{ token: [] }]
    case 'key':
      return [{ apiKey: [] }]
    case 'optional':
    case 'beforeSignIn':
    case 'room':
      return [{}, { token: [] }]
    case 'none':
      return []
  }
}
