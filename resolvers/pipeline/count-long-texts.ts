import { defaultFieldResolver, isObjectType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { isLongText } from '../../schema/long-text.js'
import type { RequestContext } from '../context/request-context.js'

/**
 * Makes every field of long text count its bytes in the result. Pages count the rows that they read; this also counts a
 * row that a document repeats under many names.
 */
export function countLongTexts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields()).filter(isLongText)) {
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source: unknown, args, context: RequestContext, info) => {
        const count = (text: unknown) => {
          if (typeof text === 'string') context.bytes.write(text)
          return text
        }
        const text: unknown = resolve(source, args, context, info)
        return text instanceof Promise ? text.then(count) : count(text)
      }
    }
  }
}
