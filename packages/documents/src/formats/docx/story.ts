import type { MissingReason } from '../../document.js'
import { StructuredText } from '../../structured-text.js'
import type { Numbering } from './numbering.js'
import { readXml, type XmlElement } from './read-xml.js'
import { headingOf, type ListPosition, type Styles } from './styles.js'

/** What is not text of the document as it is now. Text of `moveFrom` is where it was moved to. */
const skipped = new Set([
  'del',
  'moveFrom',
  'mc:Fallback',
  'pPrChange',
  'rPrChange',
  'sectPrChange',
  'tblPrChange',
  'tabs',
])
const missingElements = new Map<string, MissingReason>([
  ['pic:pic', 'pictures'],
  ['v:imagedata', 'pictures'],
  ['c:chart', 'pictures'],
  ['dgm:relIds', 'pictures'],
  ['o:OLEObject', 'embedded_files'],
  ['altChunk', 'embedded_files'],
])
const texts = new Set(['t', 'm:t'])

interface StoryContext {
  readonly styles: Styles
  readonly numbering: Numbering
  /** Addresses by the ids of links. */
  readonly links: ReadonlyMap<string, string>
  readonly add: (text: string) => void
  readonly count: (reason: MissingReason) => void
}

interface Paragraph {
  heading: number | undefined
  list: ListPosition | undefined
  listLevel: number | undefined
  isStarted: boolean
}

type NoteKind = 'footnote' | 'endnote'

/** Text that stands apart from the paragraph in which it is found: a text box, or a note. */
interface Aside {
  readonly builder: StructuredText
  readonly paragraph: Paragraph | undefined
  readonly tables: number
  readonly wasList: boolean
}

/** The text of the body of a document, or of its notes. */
export class Story {
  /** The ids of the notes in the order of their references. */
  readonly notes: Readonly<Record<NoteKind, string[]>> = { footnote: [], endnote: [] }
  /** Texts of notes by their ids, when the part is one of notes. */
  readonly noteTexts = new Map<string, string>()
  #builder: StructuredText
  #paragraph: Paragraph | undefined
  #tables = 0
  #cells = 0
  #isList = false
  #isText = false
  /** The depth within an element that is not read. */
  #skipped = 0
  #deleted = ''
  readonly #addresses: (string | undefined)[] = []
  readonly #asides: Aside[] = []
  #asideTexts: string[] = []
  #note: { readonly id: string; readonly parts: string[] } | undefined

  constructor(private readonly context: StoryContext) {
    this.#builder = new StructuredText({ add: context.add })
  }

  read(xml: string): void {
    readXml(xml, {
      onStart: (element) => this.#start(element),
      onEnd: (name) => this.#end(name),
      onText: (text) => this.#text(text),
    })
    this.#builder.endBlock()
    this.#addAsides()
  }

  #start(element: XmlElement): void {
    const { name, attributes } = element
    if (this.#skipped > 0 || skipped.has(name)) {
      this.#skipped += 1
      this.#isText = name === 'delText'
      return
    }
    const missing = missingElements.get(name)
    if (missing) this.context.count(missing)
    this.#isText = texts.has(name)
    if (this.#startBlock(element)) return
    if (name === 'tab' || name === 'ptab') this.#addInline('\t')
    else if (name === 'br' || name === 'cr') this.#addBreak()
    else if (name === 'noBreakHyphen') this.#addInline('-')
    else if (name === 'sym') this.#addSymbol(attributes['char'] ?? '')
    else if (name === 'hyperlink') this.#addresses.push(this.context.links.get(attributes['id'] ?? ''))
    else if (name === 'footnoteReference') this.#addReference('footnote', attributes['id'] ?? '')
    else if (name === 'endnoteReference') this.#addReference('endnote', attributes['id'] ?? '')
    else if (name === 'wp:docPr') {
      const description = attributes['descr']?.trim() ?? ''
      if (description !== '') this.#addInline(`[picture: ${description}]`)
    }
  }

  /** Elements of paragraphs, tables, text boxes and notes. */
  #startBlock({ name, attributes: { val = '', id = '', type } }: XmlElement): boolean {
    const paragraph = this.#paragraph
    if (name === 'p') {
      this.#paragraph = { heading: undefined, list: undefined, listLevel: undefined, isStarted: false }
    } else if (name === 'pStyle' && paragraph) {
      paragraph.heading ??= this.context.styles.headingOf(val)
      paragraph.list ??= this.context.styles.listOf(val)
    } else if (name === 'outlineLvl' && paragraph) paragraph.heading = headingOf(val)
    else if (name === 'ilvl' && paragraph) paragraph.listLevel = Number(val)
    else if (name === 'numId' && paragraph) {
      paragraph.list = { list: val, level: paragraph.listLevel ?? paragraph.list?.level ?? 0 }
    } else if (name === 'tbl') {
      if (this.#tables === 0) this.#builder.endBlock()
      this.#isList = false
      this.#tables += 1
    } else if (name === 'tr') {
      if (this.#tables === 1) {
        this.#builder.endLine()
        this.#cells = 0
      }
    } else if (name === 'tc') {
      if (this.#tables === 1 && this.#cells > 0) this.#builder.addExactly(' | ')
      if (this.#tables === 1) this.#cells += 1
    } else if (name === 'txbxContent') this.#startAside()
    else if ((name === 'footnote' || name === 'endnote') && type === undefined) {
      this.#note = { id, parts: [] }
      const { parts } = this.#note
      this.#builder = new StructuredText({ add: (text) => parts.push(text) })
    } else return false
    return true
  }

  #end(name: string): void {
    this.#isText = false
    if (this.#skipped > 0) {
      this.#skipped -= 1
      if (this.#skipped === 0 && this.#deleted.trim() !== '') this.context.count('deletions')
      if (this.#skipped === 0) this.#deleted = ''
      return
    }
    if (name === 'p') this.#endParagraph()
    else if (name === 'tbl') {
      this.#tables -= 1
      if (this.#tables === 0) this.#builder.endBlock()
      if (this.#tables === 0 && this.#asides.length === 0) this.#addAsides()
    } else if (name === 'hyperlink') {
      const address = this.#addresses.pop()
      if (address !== undefined) this.#addInline(` (${address})`)
    } else if (name === 'txbxContent') this.#endAside()
    else if ((name === 'footnote' || name === 'endnote') && this.#note) {
      this.#builder.endBlock()
      this.noteTexts.set(this.#note.id, this.#note.parts.join('\n'))
      this.#note = undefined
    }
  }

  #text(text: string): void {
    if (!this.#isText) return
    if (this.#skipped > 0) this.#deleted += text
    else this.#addInline(text)
  }

  #addInline(text: string): void {
    this.#startParagraph()
    this.#builder.addExactly(text)
  }

  #addBreak(): void {
    if (this.#tables > 0) this.#builder.addSpace()
    else this.#builder.endLine()
  }

  /** `char` has hexadecimal digits; fonts of symbols use the private characters. */
  #addSymbol(char: string): void {
    const code = Number.parseInt(char, 16)
    if (code === 0xf0b7 || code === 0xf0a7) this.#addInline('•')
    else if (code > 0x20 && code < 0xd800) this.#addInline(String.fromCharCode(code))
    else this.context.count('unmapped_characters')
  }

  #addReference(kind: NoteKind, id: string): void {
    this.notes[kind].push(id)
    this.#addInline(` (${kind} ${String(this.notes[kind].length)})`)
  }

  /** At its first text: then the properties are known. */
  #startParagraph(): void {
    const paragraph = this.#paragraph
    if (!paragraph || paragraph.isStarted) return
    paragraph.isStarted = true
    if (this.#tables > 0) {
      // the paragraphs of a cell stay in its row
      this.#builder.addSpace()
      return
    }
    const mark = paragraph.list && this.context.numbering.nextMark(paragraph.list)
    const isItem = mark !== undefined && paragraph.heading === undefined
    if (!isItem || !this.#isList) this.#builder.endBlock()
    this.#isList = isItem
    const heading = paragraph.heading === undefined ? '' : `${'#'.repeat(Math.min(paragraph.heading, 6))} `
    this.#builder.startLine(`${heading}${mark ?? ''}`)
  }

  #endParagraph(): void {
    const wasItem = this.#isList && this.#paragraph?.isStarted
    this.#paragraph = undefined
    if (this.#tables > 0) return
    if (wasItem) this.#builder.endLine()
    else this.#builder.endBlock()
    if (this.#asides.length === 0 && !this.#isList) this.#addAsides()
  }

  #startAside(): void {
    this.#asides.push({
      builder: this.#builder,
      paragraph: this.#paragraph,
      tables: this.#tables,
      wasList: this.#isList,
    })
    this.#builder = new StructuredText({ add: (text) => this.#asideTexts.push(text) })
    this.#paragraph = undefined
    this.#tables = 0
    this.#isList = false
  }

  #endAside(): void {
    this.#builder.endBlock()
    const outer = this.#asides.pop()
    if (!outer) return
    this.#builder = outer.builder
    this.#paragraph = outer.paragraph
    this.#tables = outer.tables
    this.#isList = outer.wasList
  }

  /** Text boxes follow the block in which they are anchored. */
  #addAsides(): void {
    const found = this.#asideTexts
    this.#asideTexts = []
    for (const text of found) this.context.add(text)
  }
}
