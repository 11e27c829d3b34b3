import { crc32 } from 'node:zlib'
import { refusedCard } from './card-fault.js'
import { strictBase64 } from './strict-base64.js'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const mostChunks = 10_000
/** Length, type and checksum. */
const frameBytes = 12
/** After the signature and the first chunk, IHDR, whose data has 13 bytes. */
const afterHeader = signature.length + frameBytes + 13

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

/** The JSON of the card in a PNG: of its chunk `ccv3`, else of `chara`. Throws BAD_USER_INPUT with the reason. */
export function cardInPng(png: Buffer): Buffer {
  const texts = new Map<string, string>()
  for (const { type, data } of chunksOf(png)) {
    if (type === 'acTL') throw refusedCard('is an animated PNG')
    if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') continue
    const end = data.indexOf(0)
    const keyword = data.toString('latin1', 0, Math.max(0, end))
    if (keyword !== 'chara' && keyword !== 'ccv3') continue
    if (type !== 'tEXt') throw refusedCard(`is in a chunk ${type} of its PNG, where only tEXt is read`)
    const text = data.toString('latin1', end + 1)
    if ((texts.get(keyword) ?? text) !== text) throw refusedCard(`has several chunks ${keyword} that differ`)
    texts.set(keyword, text)
  }
  const text = texts.get('ccv3') ?? texts.get('chara')
  if (text === undefined) throw refusedCard('is a PNG without a chunk chara or ccv3')
  return strictBase64(text)
}

/** The PNG with the JSON of a card in a chunk `chara`. */
export function pngWithCard(png: Buffer, json: string): Buffer {
  const content = Buffer.from(`tEXtchara\0${Buffer.from(json).toString('base64')}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, afterHeader), length, content, checksum, png.subarray(afterHeader)])
}

function* chunksOf(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  let at = signature.length
  for (let count = 0; count < mostChunks; count += 1) {
    const left = png.length - at - frameBytes
    const length = left < 0 ? Infinity : png.readUInt32BE(at)
    if (length > left) throw refusedCard('is a truncated PNG')
    const data = png.subarray(at + 8, at + 8 + length)
    if (crc32(png.subarray(at + 4, at + 8 + length)) !== png.readUInt32BE(at + 8 + length))
      throw refusedCard('is a PNG with a wrong checksum')
    const type = png.toString('latin1', at + 4, at + 8)
    if ((count === 0) !== (type === 'IHDR')) throw refusedCard('is a PNG whose only IHDR is not its first chunk')
    yield { type, data }
    at += frameBytes + length
    if (type !== 'IEND') continue
    if (at < png.length) throw refusedCard('is a PNG with data after its end')
    return
  }
  throw refusedCard(`is a PNG with more than ${mostChunks.toLocaleString('en')} chunks`)
}
