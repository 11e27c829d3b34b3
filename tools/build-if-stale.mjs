import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildStamp, newestSourceMs, root } from './sources.mjs'

// An image ships dist/ alone: there is nothing to compare with and nothing to build.
const hasSources = existsSync(join(root, 'tsconfig.build.json'))
const builtMs = existsSync(buildStamp) ? statSync(buildStamp).mtimeMs : 0
if (hasSources && builtMs < newestSourceMs()) await import('./build.mjs')
