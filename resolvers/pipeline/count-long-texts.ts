import {
  defaultFieldResolver,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { isLongText } from '../../schema/long-text.js'
import type { RequestContext } from '../context/request-context.js'

type Field = GraphQLField<unknown, RequestContext>

/** The counting resolvers of fields that have no other. */
const plain = new WeakMap<Field, GraphQLFieldResolver<unknown, RequestContext>>()

/**
 * Makes every field of long text count its bytes in the result. Pages count the rows that they read; this also counts a
 * row that a document repeats under many names.
 */
export function countLongTexts(schema: GraphQLSchema): void {
  for (const field of longTexts(schema)) {
    const resolve = field.resolve ?? defaultFieldResolver
    const counting: typeof resolve = (source, args, context, info) => {
      const count = (text: unknown) => {
        if (typeof text === 'string') context.bytes.write(text)
        return text
      }
      const text: unknown = resolve(source, args, context, info)
      return text instanceof Promise ? text.then(count) : count(text)
    }
    if (!field.resolve) plain.set(field, counting)
    field.resolve = counting
  }
}

/**
 * Compiles our own operation, in which a long text that is stored in its row is not counted again: it selects each row
 * once, and a field with a resolver costs ten times as much as one without.
 */
export function withoutSecondCount<Compiled>(schema: GraphQLSchema, compile: () => Compiled): Compiled {
  const fields = longTexts(schema).filter((field) => plain.has(field))
  for (const field of fields) delete field.resolve
  try {
    return compile()
  } finally {
    for (const field of fields) Object.assign(field, { resolve: plain.get(field) })
  }
}

function longTexts(schema: GraphQLSchema): Field[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  return types.flatMap((type) => Object.values<Field>(type.getFields())).filter(isLongText)
}
