const globals = new URL('./globals.mjs', import.meta.url).href

/** `@jest/globals` throws outside jest's own runtime. Tests get the globals of this runner. */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier === '@jest/globals' ? globals : specifier, context)
}
