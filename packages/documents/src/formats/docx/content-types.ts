import type { PackageParts } from './package-parts.js'
import { readXml } from './read-xml.js'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
/** Documents and templates, with and without macros. */
const mainTypes = [
  `${word}document.main+xml`,
  `${word}template.main+xml`,
  'application/vnd.ms-word.document.macroEnabled.main+xml',
  'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
]

/** Where the parts of a document are. */
export class ContentTypes {
  readonly #parts: (readonly [type: string, name: string])[] = []

  /** Undefined for an archive that is not an office file. */
  static async read(parts: PackageParts): Promise<ContentTypes | undefined> {
    const xml = await parts.read('[Content_Types].xml')
    if (xml === undefined) return undefined
    const types = new ContentTypes()
    readXml(xml, {
      onStart: ({ name, attributes: { PartName = '', ContentType = '' } }) => {
        if (name === 'Override') types.#parts.push([ContentType, PartName.replace(/^\//, '')])
      },
    })
    return types
  }

  /** Undefined for an office file that is not a document. */
  get main(): string | undefined {
    return this.#parts.find(([type]) => mainTypes.includes(type))?.[1]
  }

  /** `kind` as in `footnotes`. */
  partsOf(kind: string): string[] {
    return this.#parts.flatMap(([type, name]) => (type === `${word}${kind}+xml` ? [name] : []))
  }
}
