import { Field, ObjectType } from 'type-graphql'

type FieldType = Parameters<typeof Field>[0]

/** The payload type of a mutation. No field is null. */
export function payloadType(name: string, fields: Readonly<Record<string, FieldType>>) {
  @ObjectType(name)
  class Payload {}
  for (const [field, type] of Object.entries(fields)) Field(type)(Payload.prototype, field)
  return Payload
}
