import { decodeXML } from 'entities'
import { refusedCard, tooMuchJson } from './card-fault.js'
import { cardBase64Length, cardInText } from './strict-base64.js'

/** A text of decimal numbers has at most four characters for each byte of JSON. */
const metadataBytes = 4 * cardBase64Length
/** The tags of Exif: the directory of the photograph, its comment, and the description of the picture. */
const [exifDirectory, userComment, imageDescription] = [0x8769, 0x9286, 0x010e]
const names = ['ccv3', 'chara', 'UserComment'] as const

export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

/**
 * The JSON of the card in a WebP: in `UserComment` or `ImageDescription` of its Exif data, or in `ccv3`, `chara` or
 * `UserComment` of its XMP. Throws BAD_USER_INPUT with the reason.
 */
export function cardInWebp(webp: Buffer): Buffer {
  for (const { type, data } of chunksOf(webp)) {
    if (type !== 'EXIF' && type !== 'XMP ') continue
    if (data.length > metadataBytes) throw tooMuchJson()
    const text = type === 'EXIF' ? textInExif(data) : textInXmp(data.toString())
    if (text !== undefined) return jsonIn(text)
  }
  throw refusedCard('NO_CARD', 'is a WebP without a card in its metadata')
}

function* chunksOf(webp: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > webp.length) throw refusedCard('DAMAGED', 'is a truncated WebP')
    yield { type: webp.toString('latin1', at, at + 4), data: webp.subarray(at + 8, end) }
    // padded to an even length
    at = end + (length % 2)
  }
}

/** JSON, its base64, or the decimal numbers of its bytes, with commas between them. */
function jsonIn(text: Buffer): Buffer {
  const begin = text.subarray(0, 64).toString('latin1').trim()
  if (!/^\d{1,3},/.test(begin)) return cardInText(text)
  return Buffer.from(text.toString('latin1').split(',').map(Number))
}

function textInExif(exif: Buffer): Buffer | undefined {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const isLittle = order === 'II'
  const number = (at: number, bytes: 2 | 4) => {
    if (at + bytes > tiff.length) throw refusedCard('DAMAGED', 'is a WebP with damaged Exif data')
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  }
  const valueOf = (directory: number, tag: number) => {
    const count = number(directory, 2)
    for (let index = 0; index < count; index += 1) {
      const at = directory + 2 + index * 12
      if (number(at, 2) !== tag) continue
      const length = number(at + 4, 4)
      const begin = length > 4 ? number(at + 8, 4) : at + 8
      return { begin, bytes: tiff.subarray(begin, begin + length) }
    }
    return undefined
  }
  const main = number(4, 4)
  const pointer = valueOf(main, exifDirectory)
  const place = pointer && number(pointer.begin, 4)
  const comment = (place === undefined ? undefined : valueOf(place, userComment)) ?? valueOf(main, userComment)
  const found = comment ?? valueOf(main, imageDescription)
  return found && commentText(found.bytes)
}

/** A comment of Exif begins with the name of its character set, in 8 bytes, which not all programs write. */
function commentText(bytes: Buffer): Buffer | undefined {
  const isNamed = /^(?:ASCII\0\0\0|UNICODE\0|JIS\0{5}|\0{8})/.test(bytes.toString('latin1', 0, 8))
  const text = isNamed ? bytes.subarray(8) : bytes
  const [first, second] = text
  // two bytes a character, in either order, whatever the name says
  const isWide = (first === 0) !== (second === 0) && text.length > 2
  const decoded = isWide ? new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(text) : text.toString()
  const trimmed = decoded.replaceAll('\0', '').trim()
  return trimmed === '' ? undefined : Buffer.from(trimmed)
}

function textInXmp(xmp: string): Buffer | undefined {
  for (const name of names) {
    const at = xmp.indexOf(name)
    if (at < 0) continue
    const text = valueAfter(xmp, at + name.length)
    if (text !== undefined) return Buffer.from(decodeXML(text))
  }
  return undefined
}

/** The value of an attribute, or the first text of an element. */
function valueAfter(xmp: string, begin: number): string | undefined {
  const [assignment, mark] = /^\s{0,9}=\s{0,9}(["'])/.exec(xmp.slice(begin, begin + 20)) ?? []
  if (assignment !== undefined && mark !== undefined) {
    const start = begin + assignment.length
    const end = xmp.indexOf(mark, start)
    return end < 0 ? undefined : xmp.slice(start, end)
  }
  for (
    let open = xmp.indexOf('>', begin), tags = 0;
    open >= 0 && tags < 8;
    open = xmp.indexOf('>', open + 1), tags += 1
  ) {
    const close = xmp.indexOf('<', open)
    const text = close < 0 ? '' : xmp.slice(open + 1, close).trim()
    if (text !== '') return text
  }
  return undefined
}
