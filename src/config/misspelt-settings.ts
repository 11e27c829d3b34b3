import type { Environment } from './env.js'
import { settingNames } from './settings.js'

/** An unknown variable, and the setting that was probably meant. */
interface MisspeltSetting {
  readonly name: string
  readonly meant: string
}

/** First words that no other common software uses: variables with these prefixes must be meant for this program. */
const ownPrefixes = [
  ...[
    'AI_CHARACTER_',
    'AI_GATEWAY_',
    'AI_LEGACY_',
    'AI_OFFICE_',
    'AI_TLS_',
    'CHARACTER_',
    'CHATLOG_',
    'GENERATION_',
    'GUEST_',
  ],
  ...[
    'HOSTED_',
    'JWT_',
    'KOREAN_',
    'LOCAL_MODEL_',
    'MEMBERSHIP_',
    'OFFICE_',
    'ROLEPLAY_',
    'SEARCH_',
    'SMTP_',
    'SOCIAL_',
    'TRUSTED_',
  ],
]

/** Variables of package managers, Kubernetes, container links and others that resemble a setting. */
const foreignNames = [
  /^npm_/i,
  /^(all|ftp|http|https|no|rsync)_proxy$/i,
  /_SERVICE_(HOST|PORT)(_|$)/,
  /_PORT_\d+_(TCP|UDP|SCTP)(_|$)/,
  /^(AI_GATEWAY_API_KEY|HOSTED_ZONE(_ID|_NAME)?|SSL_CERT_FILE)$/,
]

/** The value of a port variable that Kubernetes or container links set. */
const linkAddress = /^(tcp|udp|sctp):\/\//

/**
 * The variables that are close to the name of a setting, or have its prefix, but are neither a setting nor one of
 * `keyVariables`, which settings name.
 */
export function misspeltSettings(
  environment: Environment,
  keyVariables: readonly string[] = [],
): readonly MisspeltSetting[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const isForeign = foreignNames.some((form) => form.test(name)) || linkAddress.test(value ?? '')
    const meant =
      isForeign || settingNames.has(name) || keyVariables.includes(name) ? undefined : meantBy(name, [...settingNames])
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function meantBy(name: string, settings: readonly string[]): string | undefined {
  const words = wordsOf(name)
  const own = words[0] === 'PARLEY' ? words.slice(1) : words
  const close = nearest(
    own,
    settings.filter((setting) => isClose(own, wordsOf(setting))),
  )
  if (close !== undefined) return close
  const prefix = ownPrefixes.find((each) => own.join('_').startsWith(each))
  if (prefix === undefined) return undefined
  return nearest(
    own,
    settings.filter((setting) => setting.startsWith(prefix)),
  )
}

/** The words in upper case, without separators. */
function wordsOf(name: string): readonly string[] {
  return name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
}

/** The same letters apart from underscores, or the same words with at most two typos in all. */
function isClose(words: readonly string[], setting: readonly string[]): boolean {
  if (words.join('') === setting.join('')) return true
  if (words.length !== setting.length) return false
  const typos = words.map((word, at) => typosBetween(word, setting[at] ?? '', setting.length))
  return typos.reduce((sum, each) => sum + each, 0) <= 2
}

const tooMany = Infinity

/** Short words often differ by one letter (`API_PORT`, `POST`), so fewer typos are accepted in them. */
function typosBetween(word: string, meant: string, wordCount: number): number {
  if (word === meant) return 0
  if (meant === 'URL' && word === 'URI') return 1
  if (meant.length < 3) return tooMany
  const distance = editDistance(word, meant)
  const mayReplace = meant.length > 3 && wordCount > 1
  if (meant.length < 6) return distance === 1 && (mayReplace || hasSameLetters(word, meant)) ? 1 : tooMany
  return distance
}

/** One has the letters of the other in another order, or is one letter longer or shorter. */
function hasSameLetters(one: string, other: string): boolean {
  return one.length !== other.length || [...one].sort().join('') === [...other].sort().join('')
}

/** The setting that shares the most words; of several, the one with the fewest typos. */
function nearest(words: readonly string[], settings: readonly string[]): string | undefined {
  const shared = (setting: string) => wordsOf(setting).filter((word) => words.includes(word)).length
  const distance = (setting: string) => editDistance(words.join('_'), setting)
  return [...settings].sort((a, b) => shared(b) - shared(a) || distance(a) - distance(b))[0]
}

/** The number of letters to add, remove, replace or swap with their neighbour to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i += 1) {
    const last = row
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? at(before, j - 2) + 1 : Infinity
      next.push(Math.min(replaced, at(last, j) + 1, at(next, j - 1) + 1, swapped))
    }
    before = last
    row = next
  }
  return at(row, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
