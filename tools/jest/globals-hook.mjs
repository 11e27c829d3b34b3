const globals = new URL('./globals.mjs', import.meta.url).href
const cheapArgon2 = new URL('./cheap-argon2.mjs', import.meta.url).href

/**
 * `@jest/globals` throws outside jest's own runtime: tests get the globals of this runner. Passwords are hashed at the
 * least cost.
 */
export function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return nextResolve(globals, context)
  const isCheap = specifier === '@node-rs/argon2' && context.parentURL !== cheapArgon2
  return nextResolve(isCheap ? cheapArgon2 : specifier, context)
}
