import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { AppError } from '@parley/runtime'
import type { RequestContext } from './request-context.js'

/** What callers without an account need to get one and to sign in, and what the link of a mail does. */
const beforeSignIn: ReadonlySet<string> = new Set([
  'Query.installation',
  'Query.invitation',
  'Query.me',
  'Query.passwordLink',
  'Query.socialProviders',
  'Mutation.register',
  'Mutation.login',
  'Mutation.completeSignIn',
  'Mutation.socialLogin',
  'Mutation.refreshSession',
  'Mutation.sendVerification',
  'Mutation.verifyCode',
  'Mutation.resetPassword',
  'Mutation.usePasswordLink',
  'Mutation.recoverAccount',
])

/** Refuses every other operation to callers without an account where `SIGN_IN_REQUIRED` is true. */
export function requireSignInBefore(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (!type || beforeSignIn.has(`${type.name}.${field.name}`)) continue
      if (field.subscribe) field.subscribe = afterSignIn(field.subscribe)
      else if (field.resolve) field.resolve = afterSignIn(field.resolve)
    }
}

function afterSignIn(
  resolve: GraphQLFieldResolver<unknown, RequestContext>,
): GraphQLFieldResolver<unknown, RequestContext> {
  return (source, args, context, info) => {
    const next = (): unknown => resolve(source, args, context, info)
    return context.caller.kind === 'anonymous' ? requireSignIn(context).then(next) : next()
  }
}

/** @throws AppError UNAUTHENTICATED for a caller without an account where accounts are required. */
export async function requireSignIn({ caller, isSignInRequired }: SignInCheck): Promise<void> {
  if (caller.kind === 'anonymous' && (await isSignInRequired())) throw new AppError('UNAUTHENTICATED')
}

type SignInCheck = Pick<RequestContext, 'caller' | 'isSignInRequired'>
