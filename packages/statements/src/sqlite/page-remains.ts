import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** A part of a page, in bytes from its start. */
interface ByteRange {
  readonly from: number
  readonly to: number
}

/** The first byte of an index or a table page of a B-tree, without and with cells of its own. */
const [interiorIndex, interiorTable, leafIndex, leafTable] = [2, 5, 10, 13]
const kinds: readonly number[] = [interiorIndex, interiorTable, leafIndex, leafTable]
/** Other pages begin with the number of a page, which has such a first byte in larger files only. */
const mostPages = 0x0200_0000
/** Of the file, at the start of its first page. */
const fileHeaderBytes = 100
const zeros = Buffer.alloc(65_536)

/** Whether the kinds of pages differ in their first bytes in a file of so many pages: below 128 GiB with pages of 4 KiB. */
export const knowsPagesOf = (pages: number): boolean => pages < mostPages

/**
 * The space of a page between its list of cells and the cells, if it is not empty. When rows grow, SQLite moves others to
 * pages beside, and leaves copies of them there, which `secure_delete` does not overwrite. Pages are counted from 1.
 */
export function remainsIn(page: Buffer, number: number): ByteRange | undefined {
  const header = number === 1 ? fileHeaderBytes : 0
  const kind = page[header] ?? 0
  if (!kinds.includes(kind)) return undefined
  const pointers = header + (kind >= leafIndex ? 8 : 12)
  const from = pointers + 2 * page.readUInt16BE(header + 3)
  // zero stands for 65,536, the end of the largest page
  const to = page.readUInt16BE(header + 5) || page.length
  if (from >= to || to > page.length) return undefined
  return page.compare(zeros, 0, to - from, from, to) === 0 ? undefined : { from, to }
}

/** Overwrites the remains in all pages of a file that no program has open: a copy by `VACUUM` has some too. */
export function overwriteRemains(path: string): void {
  const file = openSync(path, 'r+')
  try {
    const pageBytes = pageBytesOf(file)
    const page = Buffer.alloc(pageBytes)
    for (let number = 1; knowsPagesOf(number); number += 1) {
      const start = (number - 1) * pageBytes
      if (readSync(file, page, 0, pageBytes, start) < pageBytes) return
      const remains = remainsIn(page, number)
      if (remains) writeSync(file, zeros, 0, remains.to - remains.from, start + remains.from)
    }
  } finally {
    closeSync(file)
  }
}

function pageBytesOf(file: number): number {
  const header = Buffer.alloc(fileHeaderBytes)
  readSync(file, header, 0, fileHeaderBytes, 0)
  // one stands for 65,536
  return header.readUInt16BE(16) === 1 ? zeros.length : header.readUInt16BE(16)
}
