import { readXml } from './read-xml.js'

export interface ListPosition {
  readonly list: string
  readonly level: number
}

interface Style {
  parent?: string
  /** 0 for text, which hides the heading of an ancestor. */
  heading?: number
  list?: string
  listLevel?: number
}

/** A style has few ancestors; a circle of them ends. */
const maxAncestors = 20

/** Which paragraphs are headings or items of a list because of their style. */
export class Styles {
  readonly #styles = new Map<string, Style>()

  constructor(xml: string | undefined) {
    let style: Style = {}
    if (xml === undefined) return
    readXml(xml, {
      onStart: ({ name, attributes: { val = '', styleId = '' } }) => {
        if (name === 'style') this.#styles.set(styleId, (style = {}))
        else if (name === 'basedOn') style.parent = val
        else if (name === 'name') {
          const level = /^heading ([1-9])$/i.exec(val)?.[1] ?? (/^title$/i.test(val) ? '1' : undefined)
          if (level !== undefined) style.heading = Number(level)
        } else if (name === 'outlineLvl') style.heading ??= headingOf(val) ?? 0
        else if (name === 'numId') style.list = val
        else if (name === 'ilvl') style.listLevel = Number(val)
      },
    })
  }

  /** From 1; undefined for text. */
  headingOf(styleId: string): number | undefined {
    const heading = this.#inherited(styleId, (style) => style.heading)
    return heading === 0 ? undefined : heading
  }

  listOf(styleId: string): ListPosition | undefined {
    const list = this.#inherited(styleId, (style) => style.list)
    return list === undefined ? undefined : { list, level: this.#inherited(styleId, (style) => style.listLevel) ?? 0 }
  }

  #inherited<T>(styleId: string, valueOf: (style: Style) => T | undefined): T | undefined {
    let style = this.#styles.get(styleId)
    for (let count = 0; style && count < maxAncestors; count += 1) {
      const value = valueOf(style)
      if (value !== undefined) return value
      style = this.#styles.get(style.parent ?? '')
    }
    return undefined
  }
}

/** Of an outline level: 9 is that of text. */
export function headingOf(outlineLevel: string): number | undefined {
  return /^[0-8]$/.test(outlineLevel) ? Number(outlineLevel) + 1 : undefined
}
