/** The codes of refusals before execution, with their descriptions in docs/reference/errors.md. */
export const documentCodes = {
  GRAPHQL_PARSE_FAILED: 'the document is not GraphQL, has too many tokens or is nested too deeply',
  GRAPHQL_VALIDATION_FAILED:
    'the document does not fit the schema, has too many aliases, levels or directives, repeats itself too often, or has a name of more than 100 characters',
  OPERATION_RESOLUTION_FAILURE: 'the document lacks the operation that is named, or has several and none is named',
  BAD_REQUEST: 'not a GraphQL request, or a subscription over HTTP',
} as const

export type DocumentCode = keyof typeof documentCodes
