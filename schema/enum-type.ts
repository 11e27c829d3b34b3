import { registerEnumType } from 'type-graphql'

interface EnumOptions<Value extends string> {
  readonly description: string
  /** The descriptions of single values. */
  readonly values?: Readonly<Partial<Record<Value, string>>>
}

const nameOf = (value: string) => value.toUpperCase().replaceAll('-', '_')

/** An enumeration of a list. Its names are the values in upper case: `social-a` is SOCIAL_A. */
export function enumType<Value extends string>(
  name: string,
  values: readonly Value[],
  options: EnumOptions<Value>,
): Readonly<Record<string, Value>> {
  const type = Object.fromEntries(values.map((value) => [nameOf(value), value]))
  const described = values.flatMap((value) => {
    const text = options.values?.[value]
    return text === undefined ? [] : [[nameOf(value), { description: text }] as const]
  })
  registerEnumType(type, { name, description: options.description, valuesConfig: Object.fromEntries(described) })
  return type
}
