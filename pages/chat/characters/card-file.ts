import type { Parley } from '@parley/client'
import { base64Of } from '../../ui/files/base64.js'

/** What a request of GraphQL can have, in base64. */
const requestBytes = 700_000

/** A file without a card. */
export class NoCardError extends Error {}

/** Creates a private character from a card. Resolves to it. */
export async function importCardFile(parley: Parley, file: File) {
  if (file.size <= requestBytes) return parley.importCard({ card: await base64Of(file), visibility: 'PRIVATE' })
  // a larger PNG is sent in two parts: its card, then its picture
  const card = cardOfPng(await file.arrayBuffer())
  if (card === undefined) throw new NoCardError()
  const { id: imageId } = await parley.uploadImage(file)
  const { id } = await parley.importCard({ card, visibility: 'PRIVATE' })
  return parley.updateCharacter(id, { imageId })
}

/** The base64 of the card in a PNG: of its chunk `ccv3`, else of `chara`. */
function cardOfPng(png: ArrayBuffer): string | undefined {
  const view = new DataView(png)
  const text = (start: number, end: number) => new TextDecoder('latin1').decode(png.slice(start, end))
  if (png.byteLength < 8 || text(1, 4) !== 'PNG') return undefined
  const found = new Map<string, string>()
  for (let at = 8; at + 12 <= png.byteLength; at += 12 + view.getUint32(at)) {
    const start = at + 8
    if (text(at + 4, start) !== 'tEXt') continue
    const [keyword = '', value = ''] = text(start, start + view.getUint32(at)).split('\0', 2)
    found.set(keyword, value)
  }
  return found.get('ccv3') ?? found.get('chara')
}
