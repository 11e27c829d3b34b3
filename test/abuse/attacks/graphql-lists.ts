import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLField,
} from 'graphql'

const schemas = ['schema', 'service'] as const

/** All fields of both schemas that return a list, a connection or another page, such as `Room.entries`. */
export function listFields(): readonly string[] {
  const fields = schemas.flatMap((name) => listFieldsOf(readFileSync(`schema/${name}.graphql`, 'utf8')))
  return [...new Set(fields)].sort()
}

export function listFieldsOf(sdl: string): readonly string[] {
  const types = Object.values(buildSchema(sdl).getTypeMap())
  return types
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).map((field) => ({ type, field }))
        : [],
    )
    .filter(({ field }) => isList(field))
    .map(({ type, field }) => `${type.name}.${field.name}`)
}

/** True for connections and other pages: they are objects with a list. */
function isList({ type }: GraphQLField<unknown, unknown>): boolean {
  if (isListType(getNullableType(type))) return true
  const named = getNamedType(type)
  return isObjectType(named) && /Connection$|Page$/.test(named.name)
}
