/** What `make` returns; undefined when it throws, whatever it throws. */
export function orUndefined<T>(make: () => T | undefined): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
