/** The codes of what is refused before anything runs, and when, in the words of docs/errors.md. */
export const documentCodes = {
  GRAPHQL_PARSE_FAILED: 'the document is not GraphQL, or has too many aliases, levels, directives or tokens',
  GRAPHQL_VALIDATION_FAILED: 'the document does not fit the schema, or repeats itself too often',
  OPERATION_RESOLUTION_FAILURE: 'the document lacks the operation that is named, or has several and none is named',
  BAD_REQUEST: 'not a GraphQL request, or a subscription over HTTP',
} as const

export type DocumentCode = keyof typeof documentCodes
