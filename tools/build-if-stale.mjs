import { existsSync, statSync } from 'node:fs'
import { buildStamp, canBuild, cannotBuild, newestSourceMs } from './sources.mjs'

// Without development dependencies the existing build is run, even if sources are newer: npm prune changes their times.
const builtMs = existsSync(buildStamp) ? statSync(buildStamp).mtimeMs : undefined
if (canBuild()) {
  if (builtMs === undefined || builtMs < newestSourceMs()) await import('./build.mjs')
} else if (builtMs === undefined) {
  console.error(cannotBuild)
  process.exit(1)
}
