import { describe, expect, it } from '@jest/globals'
import { nearSuites } from '../../tools/jest/near-suites.js'

const suiteOf = (name: string) => `test/${name}.test.ts`
const numbered = Array.from({ length: 50 }, (_, number) => suiteOf(`area/suite${String(number)}`))

/** A repository with a leaf, a module that all others import, and fifty suites that name neither. */
function repository(texts: Readonly<Record<string, string>> = {}) {
  return new Map([
    ['src/notes/note-pins.ts', 'export class NotePins { pinNote() {} }'],
    ['src/notes/note.ts', 'export class Note {}'],
    ...numbered.map((path) => [path, "import { Note } from '../../src/notes/note.js'"] as const),
    ...Object.entries(texts),
  ])
}

describe('npm test -- --onlyChanged', () => {
  it('keeps every changed suite', () => {
    const { suites } = nearSuites(numbered, numbered, repository())
    expect(suites).toEqual(numbered)
  })

  it('keeps the suites that share the rarest words with a changed file', () => {
    const mentioning = suiteOf('notes/pinned')
    const sources = repository({ [mentioning]: 'it("works", () => pinNote())' })
    const { suites } = nearSuites(['src/notes/note-pins.ts'], [...numbered, mentioning], sources)
    expect(suites[0]).toBe(mentioning)
    expect(suites).toHaveLength(6)
  })

  it('prefers the suites that import a changed file to those that name it', () => {
    const [importing, mentioning] = [suiteOf('notes/one'), suiteOf('notes/two')]
    const sources = repository({
      [importing]: "import '../../src/notes/note-pins.js'",
      [mentioning]: 'note pins: NotePins pinNote',
    })
    const { suites } = nearSuites(['src/notes/note-pins.ts'], [...numbered, mentioning, importing], sources)
    expect(suites.slice(0, 2)).toEqual([importing, mentioning])
  })

  it('never adds a suite that is not related', () => {
    const { suites } = nearSuites(['src/notes/note-pins.ts'], numbered.slice(0, 2), repository())
    expect(suites.toSorted()).toEqual(numbered.slice(0, 2).toSorted())
  })

  it.each([
    'src/notes/note.ts',
    'packages/runtime/src/errors.ts',
    'packages/statements/src/database.ts',
    'src/database/tables.ts',
    'tools/jest/setup.mjs',
    'jest.config.js',
    'package.json',
  ])('reports that %s affects every suite', (path) => {
    const { foundations } = nearSuites([path, 'src/notes/note-pins.ts'], numbered, repository())
    expect(foundations).toEqual([path])
  })
})
