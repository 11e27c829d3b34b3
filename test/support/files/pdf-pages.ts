/** A PDF file of pages; a page without lines has a drawing alone, as a scanned one. */
export function pdfPages(...pages: readonly (readonly string[])[]): Buffer {
  const kids = pages.map((_lines, index) => `${String(4 + 2 * index)} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${String(pages.length)} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${String(5 + 2 * index)} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.7\n'
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    return row
  })
  const size = String(objects.length + 1)
  const start = String(file.length)
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  return Buffer.from(`${file}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}

const contentOf = (lines: readonly string[]): string =>
  lines.length === 0
    ? '10 10 100 100 re f'
    : `BT /F1 12 Tf 50 740 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')} ET`
