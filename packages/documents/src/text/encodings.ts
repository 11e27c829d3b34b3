import iconv from 'iconv-lite'

/** The encodings of files. A person can choose another one than the guess. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'cp949',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-15',
  'koi8-r',
] as const
export type Encoding = (typeof encodings)[number]

/** Other names of these encodings: of detectors, of pages and of persons. */
const otherNames: Readonly<Record<string, Encoding>> = {
  ascii: 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  'euc-kr': 'cp949',
  ks_c_5601: 'cp949',
  'ks_c_5601-1987': 'cp949',
  'windows-949': 'cp949',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  sjis: 'shift_jis',
  'windows-31j': 'shift_jis',
  'us-ascii': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-6': 'windows-1256',
  'iso-8859-9': 'windows-1254',
}

export function encodingNamed(name: string): Encoding | undefined {
  const lower = name.trim().toLowerCase()
  return encodings.find((each) => each === lower) ?? otherNames[lower]
}

export interface Decoded {
  readonly text: string
  /** Of bytes that mean nothing in the encoding; each is U+FFFD in the text. */
  readonly faults: number
}

/** A byte order mark is not part of the text. */
export function decode(bytes: Uint8Array, encoding: Encoding): Decoded {
  if (!encoding.startsWith('utf-')) return counted(iconv.decode(bytesOf(bytes), encoding))
  const strict = decodeStrictly(bytes, encoding)
  return strict === undefined ? counted(new TextDecoder(encoding).decode(bytes)) : { text: strict, faults: 0 }
}

/** Undefined if bytes mean nothing in one of UTF-8 and UTF-16. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

function counted(text: string): Decoded {
  let faults = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) faults += 1
  return { text, faults }
}
