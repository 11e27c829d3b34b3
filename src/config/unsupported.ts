/** Settings whose feature a later release brings. A release that brings one removes it from this list. */
const unsupportedNames: readonly string[] = ['REDIS_URL']

/** True for a name that must not be ignored in silence: an operator who sets it relies on what it promises. */
export function isUnsupported(name: string): boolean {
  return unsupportedNames.includes(name)
}
