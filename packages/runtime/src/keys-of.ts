/** The keys of an object whose type names all of them. */
export function keysOf<T extends object>(values: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in values) keys.push(key)
  return keys
}
