/** The result of `make`; undefined when it throws any error. */
export function orUndefined<T>(make: () => T | undefined): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
