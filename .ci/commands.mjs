/**
 * The command of a step, or of one suite of it.
 *
 * @param {import('./steps.mjs').Step} step
 * @param {string} results path of the file for its results
 * @param {string} [suite] path
 * @returns {string[]}
 */
export function commandOf({ servers = [], suites, command = [] }, results, suite) {
  const beside = servers.flatMap((name) => ['bash', `.ci/${name}.sh`])
  if (!suites) return [...beside, ...command.map((word) => word.replaceAll('RESULTS', results))]
  const { script, node, only = [], except = [], options = [] } = suites
  const npm = node ? ['npx', '-y', '-p', `node@${node}`, 'npm'] : ['npm']
  // an option that accepts several values would accept paths after it too
  const paths = suite === undefined ? only : ['--runTestsByPath', suite]
  const ignored = suite !== undefined || except.length === 0 ? [] : [`--testPathIgnorePatterns=${except.join('|')}`]
  return [...beside, ...npm, 'run', script, '--', ...paths, '--json', `--outputFile=${results}`, ...ignored, ...options]
}
