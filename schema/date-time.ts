import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'

/** Instants: epoch milliseconds in the code, ISO 8601 in UTC with `Z` on the wire. */
export const DateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description: 'An instant in ISO 8601: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => {
    if (typeof value !== 'number') throw new GraphQLError('Not an instant')
    return new Date(value).toISOString()
  },
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
})

function parse(value: unknown): number {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant)) throw new GraphQLError('Not an ISO 8601 instant')
  return instant
}
