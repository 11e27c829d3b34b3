/** A PDF file written by hand: objects from 1, the first of which is the catalog. */
export function pdfFile(
  objects: readonly string[],
  { shift = 0, trailer = '' }: { readonly shift?: number; readonly trailer?: string } = {},
): Buffer {
  const parts = ['%PDF-1.7\n']
  let length = 9
  const offsets = objects.map((object, index) => {
    const text = `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    const offset = length
    parts.push(text)
    length += text.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset + shift).padStart(10, '0')} 00000 n \n`)
  const size = String(objects.length + 1)
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`)
  parts.push(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${String(length)}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

export const pdfStream = (content: string, entries = '') =>
  `<< /Length ${String(content.length)} ${entries}>>\nstream\n${content}\nendstream`

export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A file of pages whose contents are operators; `F1` is Helvetica. `extra` are objects after them, and `resources` entries of every page. */
export function pagesFile(
  contents: readonly string[],
  {
    extra = [],
    resources = '',
    pageEntries = '',
  }: {
    readonly extra?: readonly string[]
    readonly resources?: string
    readonly pageEntries?: string
  } = {},
): Buffer {
  return pdfFile(pageObjects(contents, { extra, resources, pageEntries }))
}

/** The number of the first extra object. */
export const firstExtra = (pages: number) => 4 + 2 * pages

export function pageObjects(
  contents: readonly string[],
  {
    extra,
    resources,
    pageEntries,
  }: { readonly extra: readonly string[]; readonly resources: string; readonly pageEntries: string },
): string[] {
  const kids = contents.map((_content, index) => `${String(4 + 2 * index)} 0 R`)
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${String(5 + 2 * index)} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> ${pageEntries} >>`,
    pdfStream(content),
  ])
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${String(contents.length)} >>`,
    helvetica,
    ...pages,
    ...extra,
  ]
}

/** Operators that write lines of Latin text from the top of a page. */
export const lines = (...texts: readonly string[]) =>
  `BT /F1 12 Tf 50 740 Td ${texts.map((text) => `(${text}) Tj 0 -14 Td`).join(' ')} ET`

/** A page of text in a font of a predefined character map, without a map to Unicode and without the font itself. */
export function mappedFontFile(map: string, ordering: string, bytes: Uint8Array): Buffer {
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    pdfStream(`BT /F1 12 Tf 50 700 Td <${Buffer.from(bytes).toString('hex')}> Tj ET`),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Batang /Encoding /${map} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Batang /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 1 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    '<< /Type /FontDescriptor /FontName /Batang /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}
