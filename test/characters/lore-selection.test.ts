import { describe, expect, it } from '@jest/globals'
import { expandPlaceholders } from '../../src/characters/placeholders.js'
import { type LoreEntry, newEntry } from '../../src/lorebooks/lore-entry.js'
import { selectEntries } from '../../src/lorebooks/select-entries.js'
import { limits } from '../../src/limits.js'
import { tokensIn } from '../../src/usage/tokens.js'

const values = { char: 'Mira', user: 'Ada', seed: 'room', at: 0 }

/** Books of about 1 MiB, and how many letters with placeholders were expanded for one reply. */
async function select(contents: readonly string[], last: Partial<LoreEntry>) {
  let expanded = 0
  const books = contents.map((content, lorebookId) => {
    const count = Math.floor(limits.lorebookBytes / content.length)
    const entries = Array.from({ length: count }, (_, id) => ({ ...newEntry, constant: true, id, content }))
    entries.push({ ...newEntry, ...last, id: count })
    return { lorebookId, tokenBudget: 2_048, matches: entries.map((entry) => ({ entry, keys: [], message: null })) }
  })
  const { lore, entries } = await selectEntries(books, {
    replyBudget: limits.loreTokens,
    tokensIn,
    textOf: ({ content }) => {
      if (content.includes('{{')) expanded += content.length
      return expandPlaceholders(content, values)
    },
  })
  return { lore, entries, expanded }
}

describe('the placeholders of lorebooks', () => {
  it.each([
    ['dice', '{{roll:100d6}} '.repeat(100)],
    ['dice in one large entry', '{{roll:100d6}} '.repeat(60_000)],
    ['choices in choices', `${'{{random:x,'.repeat(15)}y${'}}'.repeat(15)} `.repeat(10)],
    ['names', '{{user}} and {{char}}. '.repeat(80)],
    ['comments', '{{// nothing}}'.repeat(100)],
    ['braces without an end', '{{random:'.repeat(200)],
  ])('are replaced up to a bound in one reply: %s', async (_, content) => {
    const { lore, entries, expanded } = await select([content, content, content], { content: 'The sea is cold.' })
    expect(expanded).toBeLessThanOrEqual(limits.expandedLoreLength)
    // what has no placeholder is used where it fits, also after that
    expect(lore.filter(({ text }) => text === 'The sea is cold.')).toHaveLength(3)
    const untouched = entries.filter(({ outcome }) => outcome === 'OVER_REPLY_BUDGET')
    expect(untouched.length).toBeGreaterThan(0)
    expect(lore.map(({ text }) => text).join('')).not.toMatch(/\{\{(?:roll|user|\/\/)/)
  })

  it('leave the entries in use that come first', async () => {
    const first = { content: '{{user}} is here.', constant: true, priority: 1 }
    const { lore, entries } = await select(['{{roll:9}} {{// not a word}}'.repeat(2_000)], first)
    expect(lore.map(({ text }) => text)).toContain('Ada is here.')
    expect(entries[0]).toMatchObject({ outcome: 'USED', entry: first })
    expect(entries.at(-1)).toMatchObject({ outcome: 'OVER_REPLY_BUDGET' })
  })
})
