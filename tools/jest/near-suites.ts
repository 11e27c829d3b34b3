import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// Nearly all suites import the whole application, so `--onlyChanged` alone selects half of them.

/** The number of suites that run beside the changed ones: about 15 s on two cores. */
const most = 6
/** A file that this many others import affects every suite. */
const manyImporters = 40
const configuration =
  /^(jest\.config\.js|package(-lock)?\.json|tsconfig\.json|tools\/(jest|run-ts)|src\/database\/|packages\/[^/]+\/src\/)/

/** Paths from the root of the repository, and texts. */
export type Sources = ReadonlyMap<string, string>

export interface Selection {
  readonly suites: readonly string[]
  /** Changed files that affect every suite. */
  readonly foundations: readonly string[]
}

/**
 * The changed suites, then those nearest to the changed files: suites that import one of them, then suites that share
 * the most words with them. A rare word of the repository counts more than a common one.
 */
export function nearSuites(changed: readonly string[], related: readonly string[], sources: Sources): Selection {
  const words = new Map([...sources].map(([path, text]) => [path, wordsOf(path, text)]))
  const counts = new Map<string, number>()
  for (const word of [...words.values()].flatMap((each) => [...each])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(sources.size / (counts.get(word) ?? 1)) ** 2
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]))
  const doesImport = (path: string) => changed.some((each) => imports.get(path)?.has(each))
  const nearness = (suite: string) => {
    const own = words.get(suite) ?? new Set()
    const shared = changed.flatMap((path) => [...(words.get(path) ?? [])]).filter((word) => own.has(word))
    return shared.reduce((sum, word) => sum + weight(word), 0) / Math.sqrt(own.size)
  }
  const others = related
    .filter((suite) => !changed.includes(suite))
    .map((suite) => ({ suite, doesImport: Number(doesImport(suite)), nearness: nearness(suite) }))
    .toSorted((one, other) => other.doesImport - one.doesImport || other.nearness - one.nearness)
  const importers = (path: string) => [...imports.values()].filter((each) => each.has(path)).length
  return {
    suites: [...related.filter((suite) => changed.includes(suite)), ...others.slice(0, most).map(({ suite }) => suite)],
    foundations: changed.filter((path) => configuration.test(path) || importers(path) >= manyImporters),
  }
}

function wordsOf(path: string, text: string): ReadonlySet<string> {
  return new Set(`${path} ${text}`.match(/[A-Za-z]{3,}/g))
}

function importsOf(path: string, text: string): ReadonlySet<string> {
  const specifiers = [...text.matchAll(/(?:from|import) '(\.{1,2}\/[^']+)\.js'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return new Set(specifiers.map((specifier) => `${join(path, '..', specifier)}.ts`))
}

function filesOf(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(existsSync)
}

/** The paths of the suites that `--onlyChanged` runs; prints how many it leaves out. */
export function keepNearSuites(paths: readonly string[]): readonly string[] {
  const unknown = filesOf('ls-files', '--others', '--exclude-standard')
  const changed = [...filesOf('diff', '--name-only', '--relative', 'HEAD'), ...unknown]
  const files = [...filesOf('ls-files', '*.ts'), ...unknown.filter((path) => path.endsWith('.ts'))]
  const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
  const related = paths.map((path) => relative('.', path))
  const { suites, foundations } = nearSuites(changed, related, sources)
  for (const path of foundations) console.error(`${path} affects every suite: run npm test`)
  if (suites.length < paths.length)
    console.error(`${suites.length} of ${paths.length} related suites, the nearest; npm test runs all`)
  return suites.map((path) => join(process.cwd(), path))
}
