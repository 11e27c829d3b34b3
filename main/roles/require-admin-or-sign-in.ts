import { getOperationAST, Kind, OperationTypeNode, type OperationDefinitionNode } from 'graphql'
import { AppError, isJsonObject } from '@parley/runtime'
import type { Caller } from '../../src/users/caller.js'
import { notAdmin } from '../../resolvers/context/auth-checker.js'
import type { RequestContext } from '../../resolvers/context/request-context.js'
import type { Pipeline } from '../../resolvers/pipeline/pipeline.js'

/** The operations that begin or renew a session, and those that say how. */
const guestFields: readonly string[] = [
  'login',
  'completeSignIn',
  'socialLogin',
  'refreshSession',
  'installation',
  'socialProviders',
]
/** Those of an account without the role: its session would otherwise last until it expires. */
const accountFields: readonly string[] = [...guestFields, 'signOut']
/** Those of an administrator who needs a second factor first. */
const factorFields: readonly string[] = [...accountFields, 'startTotp', 'addTotp', 'confirmIdentity']

/**
 * Requires the token of an administrator for every operation except a sign-in, the renewal of a session and a sign-out,
 * before anything of the request is executed (contract: admin.5). Throws UNAUTHENTICATED, FORBIDDEN and SECOND_FACTOR_SETUP_REQUIRED.
 */
export async function requireAdminOrSignIn(pipeline: Pipeline, body: unknown, context: RequestContext): Promise<void> {
  const { caller } = context
  if (caller.kind === 'user' && caller.role === 'ADMIN') return
  const operation = await operationOf(pipeline, body, context)
  if (operation && hasOnly(fieldsFor(caller), operation)) return
  throw caller.kind === 'user' ? notAdmin(caller) : new AppError('UNAUTHENTICATED')
}

function fieldsFor(caller: Caller): readonly string[] {
  if (caller.kind !== 'user') return guestFields
  return caller.lacksSecondFactor ? factorFields : accountFields
}

/** Undefined for a request that cannot be executed: only administrators receive the reason. */
async function operationOf(
  pipeline: Pipeline,
  body: unknown,
  client: RequestContext,
): Promise<OperationDefinitionNode | undefined> {
  if (!isJsonObject(body)) return undefined
  const { operationName } = body
  try {
    const document = await pipeline.parse(pipeline.textOf(body), client)
    return getOperationAST(document, typeof operationName === 'string' ? operationName : undefined) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the operation, which is not a subscription, is one of these root fields alone. */
function hasOnly(fields: readonly string[], { operation, selectionSet }: OperationDefinitionNode): boolean {
  if (operation === OperationTypeNode.SUBSCRIPTION) return false
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && fields.includes(selection.name.value),
  )
}
