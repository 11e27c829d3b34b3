import chardet from 'chardet'
import { decode, decodeStrictly, type Encoding, encodingNamed } from './encodings.js'

/** Enough for the statistics of every encoding. */
const sampleBytes = 64 * 1024
/** With less confidence, in percent, the scripts of the text decide first. */
const sure = 50

/** The encoding of a text that is not UTF-8, by its statistics. It can be wrong. */
export function guessEncoding(bytes: Uint8Array): Encoding | undefined {
  const sample = linesBeyondAscii(bytes)
  const found = chardet.analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = encodingNamed(name)
    return encoding ? [{ encoding, confidence }] : []
  })
  const byStatistics = found.map(({ encoding }) => encoding)
  const isSure = (found[0]?.confidence ?? 0) >= sure
  const isEastern = !isIsolated(sample)
  const isTrusted = isSure && !(isEastern && byStatistics[0] === 'windows-1252')
  const byScript = isEastern ? easternEncoding(sample) : undefined
  const candidates = isTrusted || !byScript ? byStatistics : [byScript, ...byStatistics]
  return candidates.find((encoding) => isPlausible(sample, encoding)) ?? candidates[0]
}

/** UTF-16 without a byte order mark: its text has no control characters, and some spaces, line ends or letters of ASCII. */
export function guessUtf16(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const sample = bytes.subarray(0, sampleBytes)
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => {
    // a pair of surrogates can be cut
    const text = decodeStrictly(sample, encoding) ?? decodeStrictly(sample.subarray(0, -2), encoding)
    return text !== undefined && /[\t\n -~]/.test(text) && !/[\0-\x08\x0E-\x1F\x7F-\x9F]|\p{Cn}|\p{Co}/u.test(text)
  })
}

/** Only the lines that have other bytes than ASCII, up to a bound. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(sampleBytes)
  let length = 0
  for (let start = 0; start < bytes.length && length < sampleBytes;) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline + 1
    const line = bytes.subarray(start, Math.min(end, start + sampleBytes - length))
    if (line.some((byte) => byte >= 0x80)) {
      sample.set(line, length)
      length += line.length
    }
    start = end
  }
  return sample.subarray(0, length)
}

/** Whether most bytes beyond ASCII stand alone, as the accented letters of Western Europe do. */
function isIsolated(bytes: Uint8Array): boolean {
  let [alone, others] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    if (!isHigh(bytes[at])) continue
    if (isHigh(bytes[at - 1]) || isHigh(bytes[at + 1])) others += 1
    else alone += 1
  }
  return alone > others
}

const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80

/** By the scripts and the ranges that short texts have too. */
function easternEncoding(bytes: Uint8Array): Encoding | undefined {
  if (shareOf(/[가-힣]/g, bytes, 'cp949') >= 0.9) return 'cp949'
  const isEuc = bytes.every((byte) => byte < 0x80 || byte >= 0xa1)
  const order: readonly (readonly [Encoding, RegExp, number])[] = isEuc
    ? [
        ['euc-jp', /[ぁ-ヿ]/g, 0.2],
        ['gb18030', /[一-鿿\u3000-\u303F！-～]/g, 0.9],
      ]
    : [
        ['shift_jis', /[ぁ-ヿ一-鿿\u3000-\u303F！-～]/g, 0.9],
        ['big5', /[一-鿿\u3000-\u303F！-～]/g, 0.9],
        ['gb18030', /[一-鿿\u3000-\u303F！-～]/g, 0.9],
      ]
  return order.find(([encoding, script, least]) => shareOf(script, bytes, encoding) >= least)?.[0]
}

/** The share of a script among the characters beyond ASCII; 0 if bytes mean nothing in the encoding. */
function shareOf(script: RegExp, bytes: Uint8Array, encoding: Encoding): number {
  const { text } = decode(bytes, encoding)
  if (!isWholeButForItsEnd(text)) return 0
  const beyond = text.match(/[^\0-\x7F]/gu)?.length ?? 0
  return beyond === 0 ? 0 : (text.match(script)?.length ?? 0) / beyond
}

function isPlausible(bytes: Uint8Array, encoding: Encoding): boolean {
  const { text } = decode(bytes, encoding)
  return isWholeButForItsEnd(text) && !/[\x80-\x9F]/.test(text)
}

/** The end of a sample can be half of a character. */
function isWholeButForItsEnd(text: string): boolean {
  const fault = text.indexOf('\uFFFD')
  return fault < 0 || fault >= text.length - 2
}
