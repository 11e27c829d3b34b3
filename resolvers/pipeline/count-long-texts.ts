import { defaultFieldResolver, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { isLongText } from '../../schema/long-text.js'
import type { RequestContext } from '../context/request-context.js'
import { shortText } from '../context/result-budget.js'

/** Makes every long text that is computed count its bytes in the result. */
export function countLongTexts(schema: GraphQLSchema): void {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  for (const field of types.flatMap((type) => Object.values(type.getFields())).filter(isLongText)) {
    const { resolve } = field
    if (!resolve) continue
    field.resolve = (source, args, context: RequestContext, info) => {
      const count = (value: unknown) => {
        for (const text of Array.isArray(value) ? value : [value])
          if (typeof text === 'string') context.bytes.write(text)
        return value
      }
      const text: unknown = resolve(source, args, context, info)
      return text instanceof Promise ? text.then(count) : count(text)
    }
  }
}

/**
 * Resolves the fields without a resolver of an operation that is not compiled. A long text of a row counts each time that the document
 * selects the row; a compiled document selects each row once, and its page has counted it.
 */
export const countingResolver: GraphQLFieldResolver<unknown, RequestContext> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info)
  if (typeof value !== 'string' || value.length <= shortText) return value
  const field = info.parentType.getFields()[info.fieldName]
  if (field && isLongText(field)) context.bytes.write(value)
  return value
}
