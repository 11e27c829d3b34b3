import type { Block } from './document.js'
import type { CollectedText } from './collected-text.js'

/** Builds blocks of lines from a tree of elements: white space is one space, and lists and tables have a line for an item or a row. */
export class StructuredText {
  #lines: string[] = []
  #line = ''
  #place: Omit<Block, 'text'> = {}
  #needsSpace = false

  constructor(
    private readonly collected: Pick<CollectedText, 'add'>,
    /** Where text that is added now stands in the file. */
    private readonly place: () => Omit<Block, 'text'> = () => ({}),
  ) {}

  /** Adds text whose white space means no more than a space. */
  addText(text: string): void {
    const words = text.replace(/[^\S\u00A0]+/g, ' ')
    if (words === '') return
    if (words === ' ') {
      this.#needsSpace = true
      return
    }
    const isApart = (this.#needsSpace || words.startsWith(' ')) && this.#line !== '' && !this.#line.endsWith(' ')
    this.addExactly(`${isApart ? ' ' : ''}${words.replace(/^ | $/g, '')}`)
    this.#needsSpace = words.endsWith(' ')
  }

  /** Adds text whose white space stays. */
  addExactly(text: string): void {
    if (text === '') return
    if (this.#lines.length === 0 && this.#line === '') this.#place = this.place()
    this.#line += text
    this.#needsSpace = false
  }

  addSpace(): void {
    if (this.#line !== '' && !this.#line.endsWith(' ')) this.#line += ' '
  }

  /** A mark of its own before the text of a line, such as that of a list. */
  startLine(mark: string): void {
    this.endLine()
    this.addExactly(mark)
  }

  endLine(): void {
    const line = this.#line.trimEnd()
    if (line !== '') this.#lines.push(line)
    this.#line = ''
    this.#needsSpace = false
  }

  endBlock(): void {
    this.endLine()
    if (this.#lines.length === 0) return
    this.collected.add(this.#lines.join('\n'), this.#place)
    this.#lines = []
  }
}
