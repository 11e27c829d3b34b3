/** Keeps the last value of a repeated key, as JSON does. */
export function lastValues(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, unknown] => [key, Array.isArray(value) ? value.at(-1) : value]),
  )
}
