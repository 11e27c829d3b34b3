// `node --import ./tools/run-ts.mjs tools/emit-schema.ts` runs sources as they are on disk: no build that could be stale.
import { register } from 'node:module'

register('./ts-loader.mjs', import.meta.url)
