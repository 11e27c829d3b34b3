import { ZipFile } from 'yazl'

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const namespaces = `${w} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml"`
const type = (kind: string) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`

export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`

interface DocxParts {
  readonly body: string
  /** XML by the kind of the part, such as `footnotes`: the elements within its root. */
  readonly parts?: Readonly<Record<string, string>>
  /** Addresses by their ids. */
  readonly links?: Readonly<Record<string, string>>
}

const roots: Readonly<Record<string, string>> = { header: 'hdr', footer: 'ftr' }

/** An office file with the parts that a test needs. */
export function docxFile({ body, parts = {}, links = {} }: DocxParts): Promise<Buffer> {
  const others = Object.entries(parts)
  const overrides = [['document', 'document.main'], ...others.map(([kind]) => [kind, kind])].map(
    ([name = '', kind = '']) => `<Override PartName="/word/${name}.xml" ContentType="${type(kind)}"/>`,
  )
  const relationships = Object.entries(links).map(
    ([id, target]) => `<Relationship Id="${id}" Type="hyperlink" Target="${target}" TargetMode="External"/>`,
  )
  return zipFile({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`,
    ...Object.fromEntries(
      others.map(([kind, xml]) => {
        const root = `w:${roots[kind] ?? kind}`
        return [`word/${kind}.xml`, `<?xml version="1.0"?><${root} ${namespaces}>${xml}</${root}>`]
      }),
    ),
  })
}

export async function zipFile(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
