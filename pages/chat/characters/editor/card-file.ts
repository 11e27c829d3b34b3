import type { Parley } from '@parley/client'
import { base64Of } from '../../../ui/files/base64.js'

/** A larger file, in base64, does not fit into a GraphQL request. */
const requestBytes = 700_000
const requestText = Math.ceil(requestBytes / 3) * 4

/** A file without a card. */
export class NoCardError extends Error {}

/** A card that does not fit into a request. */
export class CardTooLargeError extends Error {}

type KeyOf = (input: unknown) => string

/** Creates a private character from a card, with the idempotency key of the card. Resolves to it. */
export async function importCardFile(parley: Parley, file: File, keyOf: KeyOf) {
  const create = (card: string) => parley.importCard({ card, visibility: 'PRIVATE', idempotencyKey: keyOf(card) })
  if (file.size <= requestBytes) return create(await base64Of(file))
  // a larger PNG is sent in two parts: its card, then its picture
  const png = await file.arrayBuffer()
  if (!isPng(png)) throw new CardTooLargeError()
  const card = cardOfPng(png)
  if (card === undefined) throw new NoCardError()
  if (card.length > requestText) throw new CardTooLargeError()
  const { id: imageId } = await parley.uploadImage(file)
  const { id } = await create(card)
  return parley.updateCharacter(id, { imageId })
}

const latin1 = (bytes: ArrayBuffer): string => new TextDecoder('latin1').decode(bytes)

const isPng = (file: ArrayBuffer): boolean => latin1(file.slice(1, 4)) === 'PNG'

/** The base64 of the card in a PNG: of its chunk `ccv3`, else of `chara`. */
function cardOfPng(png: ArrayBuffer): string | undefined {
  const view = new DataView(png)
  const text = (start: number, end: number) => latin1(png.slice(start, end))
  const found = new Map<string, string>()
  for (let at = 8; at + 12 <= png.byteLength; at += 12 + view.getUint32(at)) {
    const start = at + 8
    if (text(at + 4, start) !== 'tEXt') continue
    const [keyword = '', value = ''] = text(start, start + view.getUint32(at)).split('\0', 2)
    found.set(keyword, value)
  }
  return found.get('ccv3') ?? found.get('chara')
}
