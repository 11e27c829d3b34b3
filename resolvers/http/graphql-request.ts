import type { Request } from 'express'
import { z } from 'zod'
import { lastValues, refusals } from '@parley/edge'
import { isJsonObject, type JsonObject, parsedJson } from '@parley/runtime'

const json = z.custom<JsonObject>(isJsonObject).nullish()
const shape = z.object({
  query: z.string(),
  operationName: z
    .string()
    .nullish()
    .transform((name) => (name === '' ? undefined : name)),
  variables: json,
  extensions: json,
  documentId: z.string().nullish(),
})

export type GraphqlRequest = z.output<typeof shape>

/**
 * The parameters of a GraphQL request (GraphQL over HTTP): of the URL, or of the JSON body of a POST.
 * @throws HttpError 400 for other parameters, 415 for another body.
 */
export function readGraphqlRequest(request: Request): GraphqlRequest {
  const isPost = request.method === 'POST'
  if (isPost && !request.is('application/json')) throw refusals.unsupportedMediaType()
  const { success, data, error } = shape.safeParse(withText(isPost ? request.body : parametersOf(request.query)))
  if (success) return data
  const [name = 'The body'] = error.issues[0]?.path ?? []
  throw refusals.badRequest(`${String(name)} is missing or has another type`)
}

/** A request that names a trusted document needs no text. */
function withText(values: unknown): unknown {
  if (!isJsonObject(values) || typeof values['query'] === 'string') return values
  const { documentId, extensions } = values
  const hasHash =
    typeof documentId === 'string' || (isJsonObject(extensions) && isJsonObject(extensions['persistedQuery']))
  return hasHash ? { ...values, query: '' } : values
}

function parametersOf(values: object): object {
  const { query, operationName, variables, extensions, documentId } = lastValues(values)
  return { query, operationName, variables: jsonOf(variables), extensions: jsonOf(extensions), documentId }
}

/** A text that is not JSON remains a text, which has the wrong type. */
function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  const value = parsedJson(text)
  return value === undefined ? text : value
}
