const replacements = {
  // it throws outside jest's own runtime: tests get the globals of this runner
  '@jest/globals': new URL('./globals.mjs', import.meta.url).href,
  // the suites create thousands of accounts
  '@node-rs/argon2': new URL('./cheap-argon2.mjs', import.meta.url).href,
}
const worker = new URL('./worker.mjs', import.meta.url).href
const ours = new Set([...Object.values(replacements), worker])

/** Replaces modules for tests, except in the replacements. The pool gets the worker that wraps the runner's own. */
export function resolve(specifier, context, nextResolve) {
  if (ours.has(context.parentURL)) return nextResolve(specifier, context)
  const isWorker = specifier.endsWith('/jest-light-runner/src/worker-runner.js')
  return nextResolve(isWorker ? worker : (replacements[specifier] ?? specifier), context)
}
