import { SaxesParser } from 'saxes'
import { DocumentRefused } from '../../document-refused.js'

export interface XmlElement {
  /** Of WordprocessingML without its prefix. */
  readonly name: string
  /** By names without prefixes. */
  readonly attributes: Readonly<Record<string, string>>
}

interface XmlHandlers {
  readonly onStart: (element: XmlElement) => void
  readonly onEnd?: (name: string) => void
  readonly onText?: (text: string) => void
}

/** Prefixes say more than namespaces here: office programs write these, and a transitional and a strict form have namespaces of their own. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const maxDepth = 1_000

/** Reads XML in one pass. Refuses a document type, which alone can declare entities. */
export function readXml(xml: string, { onStart, onEnd, onText }: XmlHandlers): void {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('doctype', () => {
    throw new DocumentRefused('broken', 'This file declares a document type, which no office program writes')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw new DocumentRefused('broken')
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value])
    onStart({ name: elementName(name), attributes: Object.fromEntries(named) as Record<string, string> })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    onEnd?.(elementName(name))
  })
  if (onText) parser.on('text', onText)
  parser.on('error', () => {
    throw new DocumentRefused('broken')
  })
  parser.write(xml).close()
}

/** `w:p` is `p`; of other vocabularies, such as `a:p` of drawings, names keep their prefix. */
function elementName(name: string): string {
  return name.startsWith('w:') ? name.slice(2) : name
}
