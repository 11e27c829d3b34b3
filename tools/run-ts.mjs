// `node --import ./tools/run-ts.mjs tools/emit/emit-schema.ts` runs the sources on the disk, without a build that could
// be stale.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// works from any folder
register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) })
