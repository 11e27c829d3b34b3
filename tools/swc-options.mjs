/** How TypeScript becomes JavaScript outside the compiler: for `npm test` and for `node --import ./tools/run-ts.mjs`. */
export const swcOptions = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
}
