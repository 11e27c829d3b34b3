import type { OpenApiDocument } from '../../../src/http/openapi/document-types.js'

/** All parameters of a document and all keys of its bodies, at any depth; each once. */
export function keysOf(document: OpenApiDocument): readonly string[] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const parameters = operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))
  const bodies = operations.flatMap(({ requestBody, responses }) => [requestBody, responses])
  return [...new Set([...parameters, ...propertiesIn([bodies, document.components])])]
}

function propertiesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(propertiesIn)
  const properties = 'properties' in value ? value.properties : undefined
  return typeof properties === 'object' && properties !== null ? [...Object.keys(properties), ...below] : below
}
