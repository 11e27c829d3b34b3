import { existsSync, statSync } from 'node:fs'
import { buildStamp, canBuild, cannotBuild, newestSourceMs } from './sources.mjs'

// Without development dependencies the build that is there is run, whatever has touched the sources since: npm prune does.
const builtMs = existsSync(buildStamp) ? statSync(buildStamp).mtimeMs : undefined
if (canBuild()) {
  if (builtMs === undefined || builtMs < newestSourceMs()) await import('./build.mjs')
} else if (builtMs === undefined) {
  console.error(cannotBuild)
  process.exit(1)
}
