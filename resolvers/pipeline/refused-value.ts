import {
  getNamedType,
  GraphQLID,
  isEnumType,
  isInputObjectType,
  isSpecifiedScalarType,
  type GraphQLInputType,
} from 'graphql'

/**
 * The sentence of graphql-js about a value of another type, without the value, which may be a password. `name` is that
 * of the argument or, with `$`, of the variable; `path` leads to the value inside.
 */
export function refusedValue(name: string, path: readonly (string | number)[], expected: string): string {
  const inside = path.map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${key}`)).join('')
  const at = inside === '' ? '' : ` at "${name.replace('$', '')}${inside}"`
  return `${name.startsWith('$') ? 'Variable' : 'Argument'} "${name}" got invalid value${at}; ${expected}`
}

/** What is expected where `type` is. `reason` is the message of graphql-js for the value, which may quote it. */
export function expectationOf(type: GraphQLInputType | undefined, reason: string): string {
  // of a missing or an unknown field, without a value
  if (reason.startsWith('Field "')) return reason
  if (type === undefined) return 'Expected another type.'
  const notNull = `Expected non-nullable type "${String(type)}" not to be null.`
  // of a variable, and of a literal
  if ([notNull, `Expected value of type "${String(type)}", found null.`].includes(reason)) return notNull
  const named = getNamedType(type)
  if (isInputObjectType(named)) return `Expected type "${String(type)}" to be an object.`
  const expected = `Expected type "${String(type)}".`
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name)
    return `${expected} Its values are ${names.join(', ')}.`
  }
  if (named === GraphQLID) return `${expected} An ID is a string or an integer.`
  if (!isSpecifiedScalarType(named)) return named.description ? `${expected} ${named.description}` : expected
  const [own] = /^\w+ cannot represent (?:a )?non[\w -]+(?=: )/.exec(reason) ?? []
  return own === undefined ? expected : `${expected} ${own}.`
}
