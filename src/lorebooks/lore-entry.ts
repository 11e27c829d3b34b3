import type { jobLorePositions, jobLoreRoles } from '../ports/reply-generator/reply-generator.js'

/** How the secondary keys of an entry decide, once one of its keys was found. */
export const loreLogics = ['AND_ANY', 'AND_ALL', 'NOT_ANY', 'NOT_ALL'] as const
export type LoreLogic = (typeof loreLogics)[number]

/** Where an entry stands in a prompt. */
export type LorePosition = (typeof jobLorePositions)[number]
/** Whose message an entry at a depth is. */
export type LoreRole = (typeof jobLoreRoles)[number]

/** An entry as Parley plays it, whichever file it came from. */
export interface LoreEntry {
  /** Within its book. */
  readonly id: number
  readonly name: string
  /** One of them occurs: a word, or an expression of the form `/pattern/flags`. */
  readonly keys: readonly string[]
  readonly secondaryKeys: readonly string[]
  /** Whether all keys are expressions, also those without slashes. */
  readonly keysAreExpressions: boolean
  readonly logic: LoreLogic
  readonly caseSensitive: boolean
  readonly wholeWords: boolean
  /** Needs no key. */
  readonly constant: boolean
  readonly enabled: boolean
  /** Entries with a higher one stand later in the prompt, and stay when a budget is used up. */
  readonly insertionOrder: number
  /** Compared before `insertionOrder` when a budget is used up; 0 in files without one. */
  readonly priority: number
  readonly position: LorePosition
  /** Of AT_DEPTH: how many messages follow it. */
  readonly depth: number
  readonly role: LoreRole
  /** The newest messages in which keys are looked for; those of the book when null. */
  readonly scanDepth: number | null
  readonly content: string
}

/** What a new entry has until its writer changes it. */
export const newEntry: LoreEntry = {
  id: 0,
  name: '',
  keys: [],
  secondaryKeys: [],
  keysAreExpressions: false,
  logic: 'AND_ANY',
  caseSensitive: false,
  wholeWords: true,
  constant: false,
  enabled: true,
  insertionOrder: 100,
  priority: 0,
  position: 'BEFORE_CHARACTER',
  depth: 4,
  role: 'SYSTEM',
  scanDepth: null,
  content: '',
}

/**
 * A text with values for its placeholders. `asWritten` is the form of a name in a key, in which names alone replace placeholders: what
 * finds keys is kept for other rooms.
 */
export type Expand = (text: string, asWritten?: (name: string) => string) => string

/** The keys of a text as people type them. */
export const typedKeys = (text: string): string[] => text.split(/[,，、]/).flatMap((key) => key.trim() || [])
