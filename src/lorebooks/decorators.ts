import { type LoreEntry, typedKeys } from './lore-entry.js'

/** A setting of version 3 at the beginning of the text of an entry, in a line such as `@@depth 3`. */
export interface Decorator {
  /** Its lines, with those that stand for it in programs that do not know it. */
  readonly lines: string
  /** What it is called in its first line. */
  readonly name: string
  /** What it sets; undefined for one that is not played. */
  readonly sets: EntrySettings | undefined
}

type EntrySettings = Partial<Omit<LoreEntry, 'id' | 'content'>>
type EntryChange = { readonly [Field in keyof LoreEntry]?: LoreEntry[Field] | undefined }

const mostLines = 100
/** At its end the text can have ended too. */
const line = /(@@@?)([a-z_]{1,50})(?:[ \t]+([^\r\n]*))?\r?(?:\n|$)/y

const roles: ReadonlyMap<string, EntrySettings> = new Map([
  ['system', { role: 'SYSTEM' }],
  ['user', { role: 'USER' }],
  ['assistant', { role: 'ASSISTANT' }],
])
const positions: ReadonlyMap<string, EntrySettings> = new Map([
  ['before_desc', { position: 'BEFORE_CHARACTER' }],
  ['after_desc', { position: 'AFTER_CHARACTER' }],
])

function settingsOf(name: string, value: string): EntrySettings | undefined {
  const count = /^\d{1,6}$/.test(value) ? Number(value) : undefined
  switch (name) {
    case 'activate':
      return { constant: true }
    case 'dont_activate':
      return { enabled: false }
    case 'depth':
      return count === undefined ? undefined : { position: 'AT_DEPTH', depth: count }
    case 'scan_depth':
      return count === undefined ? undefined : { scanDepth: count }
    case 'role':
      return roles.get(value)
    case 'position':
      return positions.get(value)
    case 'additional_keys':
      return { secondaryKeys: typedKeys(value), logic: 'AND_ANY' }
    case 'exclude_keys':
      return { secondaryKeys: typedKeys(value), logic: 'NOT_ANY' }
    default:
      return undefined
  }
}

/** The decorators of a text, and the text without them. */
function parted(content: string): { readonly decorators: readonly Decorator[]; readonly text: string } {
  const decorators: Decorator[] = []
  let at = 0
  for (let count = 0; count < mostLines; count += 1) {
    line.lastIndex = at
    const [whole, marks, name = '', value = ''] = line.exec(content) ?? []
    if (whole === undefined) break
    at += whole.length
    const last = decorators.at(-1)
    const sets = settingsOf(name, value.trim())
    if (marks === '@@' || !last) decorators.push({ lines: whole, name, sets })
    else decorators.splice(-1, 1, { ...last, lines: last.lines + whole, sets: last.sets ?? sets })
  }
  return { decorators, text: content.slice(at) }
}

/** An entry with what the decorators of its text set: the first one counts where several set the same. */
export function decorated(entry: LoreEntry): LoreEntry {
  const { decorators, text } = parted(entry.content)
  const read = { ...entry, content: text }
  return decorators
    .filter((each) => isPlayed(each, entry))
    .reduceRight((done, { sets }) => ({ ...done, ...sets }), read)
}

/** The decorators of an entry without an effect. */
export function unplayedDecorators(entry: LoreEntry): readonly Decorator[] {
  return parted(entry.content).decorators.filter((each) => !isPlayed(each, entry))
}

/** A change of an entry whose text was `content`: decorators stay before a new text, but for those that the change replaces. */
export function besideDecorators(content: string, change: EntryChange): EntryChange {
  const { decorators, text } = parted(content)
  if (decorators.length === 0) return change
  const changed = new Set(Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : field)))
  const isReplaced = ({ sets = {} }: Decorator) => Object.keys(sets).some((field) => changed.has(field))
  const replaced = decorators.filter(isReplaced)
  if (replaced.length === 0 && change.content === undefined) return change
  const lines = decorators.filter((each) => !isReplaced(each)).map((each) => each.lines)
  const before = lines.map((each) => (each.endsWith('\n') ? each : `${each}\n`)).join('')
  const settingsBefore = replaced.reduceRight((done, { sets }) => ({ ...done, ...sets }), {})
  return { ...settingsBefore, ...change, content: `${before}${change.content ?? text}` }
}

/** Keys that decide beside the own ones of an entry are not played where it has others. */
function isPlayed({ sets }: Decorator, { secondaryKeys }: LoreEntry): boolean {
  return sets !== undefined && !(sets.secondaryKeys && secondaryKeys.length > 0)
}
