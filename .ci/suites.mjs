import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of the suites of each script of package.json, as its `--testMatch` has them. */
const paths = {
  test: /^(test|packages\/[^/]+\/test)\/.*\.test\.ts$/,
  'test:process': /^test\/process\/.*\.process\.ts$/,
  'test:all': /^((test|packages\/[^/]+\/test)\/.*\.test|test\/process\/.*\.process)\.ts$/,
  'test:browser': /^test\/(browser\/.*\.browser|examples\/[^/]*\.example)\.ts$/,
  'test:demo-model': /^models\/demo\/test\/[^/]*\.test\.ts$/,
}

/** The paths of all suites, in order. */
export function allSuites() {
  const files = ['test', ...readdirSync('packages').map((name) => `packages/${name}`), 'models/demo/test'].flatMap(
    (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  return files.filter((path) => Object.values(paths).some((pattern) => pattern.test(path))).sort()
}

/** Whether a step runs a suite, or a part of it. */
export function runsSuite({ suites }, suite) {
  if (!suites) return false
  const { script, only = [''], except = [] } = suites
  const matches = (expression) => new RegExp(expression).test(suite)
  return paths[script].test(suite) && only.some(matches) && !except.some(matches)
}

/** The paths of the suites that a step runs; undefined for a step without suites. */
export function suitesOf(step) {
  return step.suites && allSuites().filter((suite) => runsSuite(step, suite))
}
