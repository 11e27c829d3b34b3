import { canBuild, cannotBuild, isBuilt, isBuildFresh } from './sources.mjs'

// Without development dependencies the existing build is run.
if (canBuild()) {
  if (!isBuildFresh()) await import('./build.mjs')
} else if (!isBuilt()) {
  console.error(cannotBuild)
  process.exit(1)
}
