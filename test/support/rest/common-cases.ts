import type { OperationObject } from '../../../src/http/openapi/document-types.js'
import type { Case } from './endpoint-cases.js'

const json = { 'content-type': 'application/json' } as const

/** A request that provokes a status only by the kind of its operation, so that no case has to be written for it. */
export function commonCase({ parameters = [], requestBody }: OperationObject, status: number): Case | undefined {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const somewhere = Object.fromEntries(inPath.map(({ name }) => [name, '1']))
  switch (status) {
    case 200:
      return parameters.length === 0 && !requestBody ? {} : undefined
    case 400:
      if (inPath.length > 0) return { path: Object.fromEntries(inPath.map(({ name }) => [name, '%ff'])) }
      if (!requestBody || !('multipart/form-data' in requestBody.content)) return undefined
      return { body: 'no form', headers: { 'content-type': 'multipart/form-data' } }
    case 401:
      return { path: somewhere, headers: { authorization: 'Bearer invalid' } }
    case 413:
      return { path: somewhere, body: 'x'.repeat(1_048_577), headers: json }
    case 415:
      return { path: somewhere, body: 'x', headers: { 'content-type': 'text/plain' } }
    case 422: {
      if (requestBody) return { path: somewhere, body: '{', headers: json }
      const number = parameters.find(({ schema }) => schema.type === 'integer')
      if (number?.in === 'path') return { path: { ...somewhere, [number.name]: 'x' } }
      return number && { path: somewhere, query: `?${number.name}=x` }
    }
    default:
      return undefined
  }
}
