import { readXml } from './read-xml.js'
import type { ListPosition } from './styles.js'

interface Level {
  format: string
  /** `%1` stands for the number of the first level. */
  text: string
  start: number
}

const syllables = Array.from('가나다라마바사아자차카타파하')
const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** Counts the items of the lists of a document, and writes their marks. */
export class Numbering {
  readonly #levels = new Map<string, Level[]>()
  readonly #abstractOf = new Map<string, string>()
  readonly #counts = new Map<string, number[]>()

  constructor(xml: string | undefined) {
    if (xml === undefined) return
    let levels: Level[] = []
    let level: Level = { format: 'decimal', text: '', start: 1 }
    let list = ''
    readXml(xml, {
      onStart: ({ name, attributes: { val = '', abstractNumId = '', numId = '', ilvl = '0' } }) => {
        if (name === 'abstractNum') this.#levels.set(abstractNumId, (levels = []))
        else if (name === 'lvl' && /^[0-8]$/.test(ilvl)) {
          levels[Number(ilvl)] = level = { format: 'decimal', text: `%${String(Number(ilvl) + 1)}.`, start: 1 }
        } else if (name === 'numFmt') level.format = val
        else if (name === 'lvlText') level.text = val
        else if (name === 'start') level.start = Number(val) || 0
        else if (name === 'num') list = numId
        else if (name === 'abstractNumId') this.#abstractOf.set(list, val)
      },
    })
  }

  /** The mark of the next item, with a space; undefined for the list `0`, which is none. */
  nextMark({ list, level }: ListPosition): string | undefined {
    if (list === '0' || level < 0 || level > 8) return undefined
    const abstract = this.#abstractOf.get(list) ?? list
    const levels = this.#levels.get(abstract) ?? []
    const counts = this.#counts.get(abstract) ?? []
    this.#counts.set(abstract, counts)
    counts[level] = (counts[level] ?? startOf(levels, level) - 1) + 1
    counts.length = level + 1
    const { format, text } = levels[level] ?? { format: 'bullet', text: '' }
    const indent = '  '.repeat(level)
    if (format === 'none') return indent
    if (format === 'bullet' || text === '') return `${indent}- `
    const mark = text.replace(/%([1-9])/g, (_whole, digit: string) => {
      const at = Number(digit) - 1
      return numeral(counts[at] ?? startOf(levels, at), levels[at]?.format ?? 'decimal')
    })
    return `${indent}${mark} `
  }
}

const startOf = (levels: readonly Level[], level: number) => levels[level]?.start ?? 1

function numeral(count: number, format: string): string {
  if (format === 'lowerLetter' || format === 'upperLetter') {
    const letter = String.fromCharCode(97 + ((count - 1 + 26) % 26))
    return format === 'upperLetter' ? letter.toUpperCase() : letter
  }
  if (format === 'lowerRoman' || format === 'upperRoman') {
    const roman = romanOf(count)
    return format === 'upperRoman' ? roman.toUpperCase() : roman
  }
  if (format === 'ganada') return syllables[(count - 1) % syllables.length] ?? String(count)
  return String(count)
}

function romanOf(count: number): string {
  let [left, text] = [Math.min(count, 4_999), '']
  for (const [value, letters] of romans) {
    for (; left >= value; left -= value) text += letters
  }
  return text
}
