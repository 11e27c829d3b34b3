// `node --import ./tools/run-ts.mjs tools/emit/emit-schema.ts` runs sources as they are on disk: no build that could be stale.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// from whatever folder it is run
register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) })
