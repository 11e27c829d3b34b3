import { getOperationAST, Kind, OperationTypeNode } from 'graphql'
import type { OperationDefinitionNode } from 'graphql'
import type { RequestContext } from '../../resolvers/context/request-context.js'
import type { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { AppError } from '../../src/errors.js'
import { isJsonObject } from '../../src/json.js'

/** What a caller without a session needs to begin or to renew one. */
const signInFields: readonly string[] = ['login', 'refreshSession']

/**
 * Requires the token of an administrator for every other operation than a sign-in and the renewal of a session, before
 * anything of the request is executed (contract: admin.5). Throws UNAUTHENTICATED and FORBIDDEN.
 */
export function requireAdminOrSignIn(pipeline: Pipeline, body: unknown, { caller }: RequestContext): void {
  if (caller.kind === 'user' && caller.role === 'ADMIN') return
  const operation = operationOf(pipeline, body)
  if (operation && isSignIn(operation)) return
  throw new AppError(caller.kind === 'user' ? 'FORBIDDEN' : 'UNAUTHENTICATED')
}

/** Undefined for a request that cannot be executed: only administrators receive the reason. */
function operationOf(pipeline: Pipeline, body: unknown): OperationDefinitionNode | undefined {
  if (!isJsonObject(body)) return undefined
  const { operationName } = body
  try {
    const document = pipeline.parse(pipeline.admit(body))
    return getOperationAST(document, typeof operationName === 'string' ? operationName : undefined) ?? undefined
  } catch {
    return undefined
  }
}

function isSignIn({ operation, selectionSet }: OperationDefinitionNode): boolean {
  const isOwn = selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && signInFields.includes(selection.name.value),
  )
  return operation === OperationTypeNode.MUTATION && isOwn
}
