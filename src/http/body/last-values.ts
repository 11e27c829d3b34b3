/** Of a repeated key the last value counts, as in JSON. */
export function lastValues(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, unknown] => [
      key,
      Array.isArray(value) ? (value.at(-1) as unknown) : value,
    ]),
  )
}
