const isOnlyChanged = process.argv.some((argument) => argument === '--onlyChanged' || argument === '-o')

/** Jest calls it with the paths of all test files that it would run. */
async function filter(paths) {
  if (!isOnlyChanged) return { filtered: paths }
  const { keepNearSuites } = await import('./near-suites.ts')
  return { filtered: keepNearSuites(paths) }
}

// jest loads it by `require`
export { filter as 'module.exports' }
