import { isObjectType, type GraphQLSchema } from 'graphql'
import { getMetadataStorage } from 'type-graphql'

/**
 * Calls the resolver of a field without the wrapper of type-graphql, which costs more than most resolvers, and reads a
 * plain field without any. Only where the wrapper does nothing else: a field with a role, a middleware or parameters
 * other than row and context keeps it. A decorator of our own could not see a role of the class or of the type.
 */
export function directFields(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage()
  const external = fieldResolvers.filter(({ kind, target }) => kind === 'external' && instances.has(target))
  for (const { getObjectType, target, schemaName, methodName, roles, middlewares = [], params = [] } of external) {
    const type = schema.getType(objectTypes.find((one) => one.target === getObjectType?.())?.name ?? '')
    const field = isObjectType(type) ? type.getFields()[schemaName] : undefined
    // there are no global middlewares
    const isGuarded = roles !== undefined || middlewares.length > 0
    if (field === undefined || isGuarded || !params.every(isWhole)) continue
    const instance = instances.get(target)
    const method: unknown = Reflect.get(instance ?? {}, methodName)
    const kinds = params.toSorted((one, other) => one.index - other.index).map(({ kind }) => kind)
    if (typeof method !== 'function') continue
    if (kinds.join() === 'root') field.resolve = (row: unknown): unknown => method.call(instance, row)
    if (kinds.join() === 'root,context')
      field.resolve = (row: unknown, _args, context): unknown => method.call(instance, row, context)
  }
  for (const { name: typeName, target, fields = [] } of objectTypes) {
    const type = schema.getType(typeName)
    if (!isObjectType(type)) continue
    for (const { name, schemaName, roles, middlewares = [] } of fields) {
      const isPlain = name === schemaName && roles === undefined && middlewares.length === 0
      const isResolved = fieldResolvers.some((one) => one.methodName === name && one.getObjectType?.() === target)
      if (isPlain && !isResolved) delete type.getFields()[schemaName]?.resolve
    }
  }
}

type Parameter = NonNullable<ReturnType<typeof getMetadataStorage>['fieldResolvers'][number]['params']>[number]

/** Whether a parameter is the row or the context as it is, not a part of it or an instance of another class. */
function isWhole(parameter: Parameter): boolean {
  if (parameter.kind === 'context') return parameter.propertyName === undefined
  return parameter.kind === 'root' && parameter.propertyName === undefined && parameter.getType === undefined
}
