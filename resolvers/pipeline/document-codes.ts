import { GraphQLError } from 'graphql'

/** The codes of refusals before execution, with their descriptions in docs/reference/errors.md. */
export const documentCodes = {
  GRAPHQL_PARSE_FAILED: 'the document is not GraphQL, has too many tokens or is nested too deeply',
  GRAPHQL_VALIDATION_FAILED:
    'the document does not fit the schema, has too many aliases, levels or directives, repeats itself too often, or has a name of more than 100 characters',
  OPERATION_RESOLUTION_FAILURE: 'the document lacks the operation that is named, or has several and none is named',
  PERSISTED_QUERY_NOT_FOUND: 'no trusted document has this hash: send the text',
  PERSISTED_QUERY_NOT_SUPPORTED: 'this server has no trusted documents: send the text, and no hashes from now on',
  DOCUMENT_NOT_TRUSTED: 'this server runs trusted documents only, and this is not one of them',
  BAD_REQUEST: 'not a GraphQL request, or a subscription at `/graphql` over HTTP',
} as const

export type DocumentCode = keyof typeof documentCodes

export function documentError(code: DocumentCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}
