import 'reflect-metadata'
import { isInterfaceType, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { roomType } from '../schema/rooms/room.js'
import type { TypedNode } from '../src/nodes/nodes.js'
import { authChecker } from './context/auth-checker.js'
import { requireSignInBefore } from './context/require-sign-in.js'
import { directFields } from './direct-fields.js'
import { countLongTexts } from './pipeline/count-long-texts.js'
import { validateInput } from './pipeline/validate-input.js'

/** Builds the schema from instances of resolver classes, one of each class. */
export function buildSchema(resolvers: readonly [object, ...object[]]): GraphQLSchema {
  const [first, ...others] = resolvers
  const byClass = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]))
  const schema = buildSchemaSync({
    resolvers: [first.constructor, ...others.map((resolver) => resolver.constructor)],
    container: { get: (resolver) => byClass.get(resolver) },
    authChecker,
    validateFn: validateInput,
    // Apollo Server validates it; the check runs an introspection, which takes as long as all else here
    skipCheck: true,
    // unused, because every subscription has its own source, but the library requires one
    pubSub: { publish: () => undefined, subscribe: () => nothing() },
  })
  // type-graphql makes this function asynchronous, which compiled queries do not support
  const room = schema.getType('Room')
  if (isInterfaceType(room)) room.resolveType = roomType
  const node = schema.getType('Node')
  if (isInterfaceType(node)) node.resolveType = (row: TypedNode) => row.__typename
  directFields(schema, byClass)
  countLongTexts(schema)
  requireSignInBefore(schema)
  return schema
}

async function* nothing(): AsyncGenerator<never> {
  // ends at once
}
