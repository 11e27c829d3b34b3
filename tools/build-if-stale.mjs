import { builtMs, canBuild, cannotBuild, isBuildFresh } from './sources.mjs'

// Without development dependencies the existing build is run, even if sources are newer: npm prune changes their times.
if (canBuild()) {
  if (!isBuildFresh()) await import('./build.mjs')
} else if (builtMs() === undefined) {
  console.error(cannotBuild)
  process.exit(1)
}
