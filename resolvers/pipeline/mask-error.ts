import { GraphQLError, visit, type VariableNode } from 'graphql'
import { AppError, defaultMessages, type Logger, reasonOf, shortened } from '@parley/runtime'
import type { DocumentCode } from './document-codes.js'

const parseFailed: DocumentCode = 'GRAPHQL_PARSE_FAILED'
const validationFailed: DocumentCode = 'GRAPHQL_VALIDATION_FAILED'

/** Failures whose reason is in the log: that of a loader is the error of many fields. */
const logged = new WeakSet<AppError>()

/**
 * The public form of a failure: expected ones with code and fields, faults of the document with the message of
 * graphql-js but no values, anything else as INTERNAL_SERVER_ERROR, which is logged.
 */
export function maskError(error: unknown, log: Logger, requestId: string): GraphQLError {
  const cause = causeOf(error)
  const place = error instanceof GraphQLError ? locationOf(error) : {}
  if (cause instanceof AppError) {
    // a store or a model is unavailable: the client gets the code, the operator the reason
    if (cause.code === 'UNAVAILABLE' && cause.cause !== undefined && !logged.has(cause)) {
      logged.add(cause)
      log.error({ requestId, reason: reasonOf(cause.cause) }, 'operation.failed')
    }
    return new GraphQLError(cause.message, { ...place, extensions: extensionsOf(cause) })
  }
  if (cause instanceof GraphQLError) return documentFault(cause)
  log.error({ requestId, err: cause }, 'operation.failed')
  const extensions = { code: 'INTERNAL_SERVER_ERROR' }
  return new GraphQLError(defaultMessages.INTERNAL_SERVER_ERROR, { ...place, extensions })
}

/** graphql-js parses recursively: a document of brackets exhausts the stack, which is a fault of the document. */
export function parseFault(error: unknown): unknown {
  const code = parseFailed
  const tokens = error instanceof Error && /Document contains more that (\d+) tokens/.exec(error.message)?.[1]
  if (tokens) return new GraphQLError(`The document has more than ${tokens} tokens`, { extensions: { code } })
  if (!(causeOf(error) instanceof RangeError)) return error
  return new GraphQLError('The document is nested too deeply', { extensions: { code } })
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error
}

function locationOf({ nodes, source, positions, path }: GraphQLError) {
  return { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null }
}

/** The public fields of an expected failure beside its message. */
export function extensionsOf({
  code,
  fields,
  retryAfterMs,
  part,
  limit,
  secondFactor,
}: AppError): Record<string, unknown> {
  return {
    code,
    ...(fields.length === 0 ? {} : { fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(part === undefined ? {} : { part }),
    ...(limit === undefined ? {} : { limit }),
    ...secondFactor,
  }
}

const maxMessageLength = 1_000
const maxLocations = 10

/** The message of a library, with long names and numbers of the document shortened. */
export function boundedMessage(message: string): string {
  const words = message.replaceAll(/[\w.+\-[\]!$@]+/g, shortened)
  return words.length > maxMessageLength ? `${words.slice(0, maxMessageLength)}…` : words
}

/** graphql-js prints the whole literal around a variable that is null where a value is needed. */
function nullInLiteral({ message, nodes = [] }: GraphQLError): string | undefined {
  const argument = /^(Argument "\w+") has invalid value /.exec(message)?.[1]
  if (argument === undefined) return undefined
  const names: string[] = []
  const Variable = ({ name }: VariableNode) => {
    names.push(`"$${name.value}"`)
  }
  for (const node of nodes) visit(node, { Variable })
  return `${argument} got invalid value; ${names.join(' or ')} must not be null.`
}

/**
 * A masked error with its places, but without the nodes of its document. V8 holds the values of a WeakMap until a full garbage
 * collection, and with a node its whole document.
 */
export function withoutNodes({ message, source, positions, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source: source ?? null, positions: positions ?? null, extensions })
}

function documentFault(error: GraphQLError): GraphQLError {
  const known = error.extensions['code']
  // the parser's errors have a source and no nodes; armor's rules use only the same words
  const isSyntax = error.source !== undefined && error.nodes === undefined && known !== validationFailed
  const code = known ?? (isSyntax ? parseFailed : validationFailed)
  // graphql-js quotes the unexpected token, which may be a password
  const message = isSyntax
    ? error.message.replace(/ (String|BlockString) ".*"/s, ' $1')
    : (nullInLiteral(error) ?? error.message.replace(/^Syntax Error: /, ''))
  const place = { ...locationOf(error), nodes: error.nodes?.slice(0, maxLocations) ?? null }
  return new GraphQLError(boundedMessage(message), { ...place, extensions: { code } })
}
