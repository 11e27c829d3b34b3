/** The same keys with other values. */
export function mapValues<Key extends string, Value, Result>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Result,
): Record<Key, Result>
export function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  // without lists between: this runs for each row of an answer
  for (const [key, value] of Object.entries(record)) made[key] = make(value, key)
  return made
}

/** The keys of an object whose type names all of them. */
export function keysOf<T extends object>(values: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in values) keys.push(key)
  return keys
}
