import type { OperationObject } from './document-types.js'
import type { Endpoint } from './endpoint.js'
import type { Service } from './service.js'

const token = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The `token` of a login. The prefix `Bearer ` may be left out.',
} as const

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key of the user, created by the GraphQL mutation `createApiKey`. A token of a session is refused.',
} as const

const serviceToken = {
  type: 'http',
  scheme: 'bearer',
  description:
    '`SERVICE_TOKEN`, where one is set, as it is on every address that is not loopback. Where none is, a `Host` or an `Origin` that is not this machine is 403.',
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
    case 'room':
      return [{}, { token: [] }]
    case 'none':
      return []
  }
}
