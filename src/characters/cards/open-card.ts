import { isUtf8 } from 'node:buffer'
import { AppError, isJsonObject, type JsonObject } from '@parley/runtime'
import { limits } from '../../limits.js'
import type { CardForm } from '../character.js'
import { type ArchiveFiles, archiveStart, cardName, readArchive, writeArchive } from './card-archive.js'
import { notACard, refusedCard, tooMuchJson } from './card-fault.js'
import type { CardNotices } from './card-notice.js'
import { cardInPng, isPng } from './png-card.js'
import { parsedCard } from './read-card.js'
import { cardInWebp, isWebp } from './webp-card.js'

/** A card out of its file. */
export interface OpenedCard {
  readonly form: CardForm
  /** As it is in the file, without a byte order mark. */
  readonly json: string
  readonly card: JsonObject
  /** A file of a picture, which need not be one. */
  readonly picture: Buffer | undefined
  /** What an export of the same form needs beside the JSON. */
  readonly assets: Buffer | undefined
}

/** Opens a file by what it is, whatever its name. Throws BAD_USER_INPUT with the reason. */
export async function openCard(file: Buffer, notices: CardNotices): Promise<OpenedCard> {
  if (isPng(file)) {
    const { cards, picture, assets } = cardInPng(file, notices)
    if (assets) notices.add('ASSETS_NOT_SHOWN', 'assets')
    return { form: 'PNG', ...readable(cards, notices), picture, assets }
  }
  if (isWebp(file)) return { form: 'WEBP', ...parsed(cardInWebp(file)), picture: file, assets: undefined }
  const isJpeg = file.readUIntBE(0, Math.min(3, file.length)) === 0xffd8ff
  if (isJpeg || file.toString('latin1', 0, 2) === 'PK') return openArchive(file, isJpeg)
  const { json, card } = parsed(file)
  return { form: 'JSON', json, card, picture: mainIcon(card, new Map()), assets: undefined }
}

/** The first of the cards that can be read. Throws BAD_USER_INPUT with the reason of the first one, and its chunk. */
function readable([first, ...others]: PngCards, notices: CardNotices): Pick<OpenedCard, 'json' | 'card'> {
  if (!first) throw notACard()
  try {
    return parsed(first.json())
  } catch (error) {
    if (others.length === 0 || !isRefusal(error)) throw error
    for (const other of others)
      try {
        const read = parsed(other.json())
        notices.add('CHUNK_BROKEN', 'PNG', first.keyword)
        return read
      } catch (fault) {
        if (!isRefusal(fault)) throw fault
      }
    throw error
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'BAD_USER_INPUT'
type PngCards = ReturnType<typeof cardInPng>['cards']

async function openArchive(file: Buffer, isJpeg: boolean): Promise<OpenedCard> {
  const start = archiveStart(file)
  if (start === undefined)
    throw isJpeg
      ? refusedCard('NO_CARD', 'is a JPEG without an archive behind it')
      : refusedCard('DAMAGED', 'is a truncated archive')
  const files = await readArchive(file.subarray(start))
  const json = files.get(cardName)
  if (!json) throw refusedCard('NO_CARD', 'is an archive without a file card.json')
  const { json: text, card } = parsed(json)
  const others = [...files].filter(([name]) => name !== cardName)
  const picture = mainIcon(card, files) ?? (isJpeg ? (start > 0 ? file.subarray(0, start) : file) : undefined)
  return { form: 'CHARX', json: text, card, picture, assets: await writeArchive(others) }
}

function parsed(bytes: Buffer): Pick<OpenedCard, 'json' | 'card'> {
  if (bytes.length > limits.cardBytes) throw tooMuchJson()
  if (!isUtf8(bytes)) throw notACard()
  const json = new TextDecoder().decode(bytes)
  return { json, card: parsedCard(json) }
}

/** The icon `main` of version 3, else its first icon, if the file has it. */
function mainIcon({ data }: JsonObject, files: ArchiveFiles): Buffer | undefined {
  const assets = isJsonObject(data) && Array.isArray(data['assets']) ? (data['assets'] as unknown[]) : []
  const icons = assets.filter(isJsonObject).filter(({ type }) => type === 'icon')
  for (const { uri } of [...icons.filter(({ name }) => name === 'main'), ...icons]) {
    if (typeof uri !== 'string') continue
    // the specification spells it with one d
    const [, name] = /^embedd?ed:\/\/(.*)$/s.exec(uri) ?? []
    const [, digits] = /^data:[^,;]{0,100};base64,(.*)$/s.exec(uri) ?? []
    const icon = name === undefined ? digits && Buffer.from(digits, 'base64') : files.get(name)
    if (icon) return icon
  }
  return undefined
}
