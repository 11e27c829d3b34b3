import { crc32, inflateSync } from 'node:zlib'
import { limits } from '../../limits.js'
import { refusedCard, tooManyAssets, tooMuchJson } from './card-fault.js'
import type { CardNotices } from './card-notice.js'
import { cardBase64Length, cardInText } from './strict-base64.js'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const mostChunks = 10_000
/** PNG allows 79; the keywords of assets have paths. */
const keywordBytes = 1_024
/** Of one file: each may be inflated. */
const mostCards = 8
/** Length, type and checksum. */
const frameBytes = 12
/** After the signature and the first chunk, IHDR, whose data has 13 bytes. */
const afterHeader = signature.length + frameBytes + 13
const keywords = ['ccv3', 'chara'] as const
/** The keywords of chunks that have the assets of a card, one asset each or all. */
const assetKeyword = /^(?:chara-ext-asset_|risuai$)/

/** One of the cards in a PNG. */
interface ChunkCard {
  readonly keyword: string
  /** Throws BAD_USER_INPUT with the reason. */
  readonly json: () => Buffer
}

interface PngCard {
  /** The first chunk `ccv3` and the first `chara`; at least one. */
  readonly cards: readonly ChunkCard[]
  /** The PNG without its texts. */
  readonly picture: Buffer
  /** The chunks with assets, as they are. */
  readonly assets: Buffer | undefined
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** With length, type and checksum. */
  readonly whole: Buffer
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

/**
 * The cards in a PNG: the first chunk `ccv3` counts, else the first `chara`, in any case, as SillyTavern reads it. Throws
 * BAD_USER_INPUT with the reason.
 */
export function cardInPng(png: Buffer, notices: CardNotices): PngCard {
  const found: { readonly keyword: string; readonly text: () => Buffer }[] = []
  const picture: Buffer[] = [signature]
  const assets: Buffer[] = []
  const others = new Set<string>()
  for (const { type, data, whole } of chunksOf(png, notices)) {
    if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') {
      picture.push(whole)
      if (type === 'acTL') notices.add('PICTURE_ANIMATED', 'picture')
      continue
    }
    const keyword = data.toString('latin1', 0, Math.max(0, data.subarray(0, keywordBytes).indexOf(0)))
    if (keywords.some((each) => each === keyword.toLowerCase())) {
      if (found.length === mostCards) throw refusedCard('TOO_LARGE', `has more than ${mostCards} chunks chara or ccv3`)
      found.push({ keyword: keyword.toLowerCase(), text: () => textOf(type, data, keyword.length + 1) })
    } else if (assetKeyword.test(keyword)) assets.push(whole)
    else if (others.size < 20 && keyword !== '') others.add(keyword.slice(0, 79))
  }
  if (others.size > 0) notices.add('OTHER_TEXTS', 'PNG', [...others].join(', '))
  const ofKeyword = keywords.map((keyword) => found.filter((each) => each.keyword === keyword))
  const chosen = ofKeyword.find(({ length }) => length > 0)
  if (!chosen) throw refusedCard('NO_CARD', 'is a PNG without a chunk chara or ccv3')
  const [first, ...more] = chosen
  if (more.some((other) => first && !isSame(first, other))) notices.add('SEVERAL_CARDS', 'PNG', first?.keyword)
  const assetBytes = assets.reduce((sum, { length }) => sum + length, 0)
  if (assetBytes > limits.cardAssetBytes) throw tooManyAssets()
  return {
    cards: ofKeyword.flatMap(([card]) => (card ? [{ ...card, json: () => cardInText(card.text()) }] : [])),
    picture: Buffer.concat(picture),
    assets: assets.length === 0 ? undefined : Buffer.concat(assets),
  }
}

/** False for one that cannot be read. */
function isSame(one: { readonly text: () => Buffer }, other: { readonly text: () => Buffer }): boolean {
  try {
    return one.text().equals(other.text())
  } catch {
    return false
  }
}

/** The PNG with these cards, each in a chunk of its keyword, and chunks with assets. */
export function pngWithCards(png: Buffer, cards: readonly (readonly [string, string])[], assets: Buffer[]): Buffer {
  const chunks = cards.map(([keyword, json]) => {
    const content = Buffer.from(`tEXt${keyword}\0${Buffer.from(json).toString('base64')}`, 'latin1')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length - 4)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, checksum])
  })
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, ...assets, png.subarray(afterHeader)])
}

/** The text of a chunk, after its keyword. Inflates at most what the JSON of a card may have. */
function textOf(type: 'tEXt' | 'zTXt' | 'iTXt', data: Buffer, begin: number): Buffer {
  if (type === 'tEXt') return data.subarray(begin)
  if (type === 'zTXt') return inflated(data.subarray(begin + 1))
  const language = data.indexOf(0, begin + 2)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (translated < 0) throw refusedCard('DAMAGED', 'has a damaged chunk iTXt')
  const text = data.subarray(translated + 1)
  return data[begin] === 1 ? inflated(text) : text
}

function inflated(bytes: Buffer): Buffer {
  if (bytes.length > cardBase64Length) throw tooMuchJson()
  try {
    return inflateSync(bytes, { maxOutputLength: cardBase64Length })
  } catch (error) {
    if (error instanceof RangeError) throw tooMuchJson()
    throw refusedCard('DAMAGED', 'has compressed text in its PNG that cannot be read')
  }
}

function* chunksOf(png: Buffer, notices: CardNotices): Generator<Chunk> {
  let at = signature.length
  for (let count = 0; count < mostChunks; count += 1) {
    const left = png.length - at - frameBytes
    const length = left < 0 ? Infinity : png.readUInt32BE(at)
    if (length > left) throw refusedCard('DAMAGED', 'is a truncated PNG')
    const end = at + frameBytes + length
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4))
      throw refusedCard('DAMAGED', 'is a PNG with a wrong checksum')
    const type = png.toString('latin1', at + 4, at + 8)
    if ((count === 0) !== (type === 'IHDR'))
      throw refusedCard('DAMAGED', 'is a PNG whose only IHDR is not its first chunk')
    yield { type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) }
    at = end
    if (type !== 'IEND') continue
    if (at < png.length) notices.add('AFTER_END', 'PNG')
    return
  }
  throw refusedCard('TOO_LARGE', `is a PNG with more than ${mostChunks.toLocaleString('en')} chunks`)
}
