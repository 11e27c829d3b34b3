/** The same keys with other values. */
export function mapValues<Key extends string, Value, Result>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Result,
): Record<Key, Result>
export function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]))
}

/** The keys of a record that has no others than its type names. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[]
export function keysOf(record: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(record)
}
