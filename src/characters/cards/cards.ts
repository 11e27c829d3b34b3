import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { isJsonObject, parsedJson, type ResultBytes } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { CharacterCardTable } from '../../database/tables/characters.js'
import type { Images } from '../../images/images.js'
import { limits } from '../../limits.js'
import type { Caller, UserCaller } from '../../users/caller.js'
import type { Character, Visibility } from '../character.js'
import type { Characters } from '../characters.js'
import { notACard, refusedCard } from './card-fault.js'
import { cardInPng, isPng, pngWithCard } from './png-card.js'
import { contextOf, readCard } from './read-card.js'
import { strictBase64 } from './strict-base64.js'

interface CardImport {
  /** The JSON of a card, or a file with it, JSON or PNG, in base64. */
  readonly card: string
  readonly visibility?: Visibility | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

export interface CharacterCard {
  readonly json: string
  readonly imageId: string | null
}

/** Character cards of versions 1 to 3 (ADR 0086). */
export class Cards {
  constructor(private readonly options: { database: Database; characters: Characters; images: Images }) {}

  /**
   * Creates a character of the caller from a card; a PNG becomes its picture. A retry with the same idempotency key
   * returns the first one. Throws BAD_USER_INPUT with the reason for a card that is refused, UNAVAILABLE as
   * `Images.store`; `isGone` returns whether the client has disconnected.
   */
  async import(
    caller: UserCaller,
    { card, visibility, idempotencyKey }: CardImport,
    isGone: () => boolean,
  ): Promise<Character> {
    const { characters, images } = this.options
    const operation = 'importCharacter'
    const file = card.trimStart().startsWith('{') ? Buffer.from(card) : strictBase64(card)
    const png = isPng(file) ? file : undefined
    const read = readCard(cardText(png ? cardInPng(png) : file))
    const key = idempotencyKey ?? undefined
    const image = png && (await images.store(caller, { bytes: png, isCut: false }, { operation, key, isGone }))
    const input = { ...read, imageId: image?.id, visibility, idempotencyKey }
    return characters.create(caller, input, operation)
  }

  /** The card of a character, of version 2, for a caller who may change it; null for any other character. */
  async export(caller: Caller, id: string): Promise<CharacterCard | null> {
    const { database, characters } = this.options
    const found = await characters.find(caller, id)
    const character = found && characters.forEditor(caller, found)
    if (!character) return null
    const row = await database.read((db) => db.selectOne(CharacterCardTable, { characterId: character.id }))
    return { json: JSON.stringify(cardOf(character, row?.data)), imageId: character.imageId }
  }

  /**
   * The stored picture with the card in it, in base64; null without one, or for a picture that is not a PNG. `bytes`
   * counts it before it is read. Throws RESULT_TOO_LARGE for a picture beyond the size of a result.
   */
  async png({ json, imageId }: CharacterCard, bytes: ResultBytes): Promise<string | null> {
    const image = imageId === null ? undefined : await this.options.images.open(imageId)
    if (!image) return null
    try {
      if (image.contentType !== 'image/png') return null
      bytes.add(Math.ceil(image.size / 3) * 4)
      return pngWithCard(await buffer(image.read()), json).toString('base64')
    } finally {
      await image.close()
    }
  }
}

function cardText(bytes: Buffer): string {
  if (bytes.length > limits.cardBytes) throw refusedCard('has more than 1 MiB of JSON')
  if (!isUtf8(bytes)) throw notACard()
  return new TextDecoder().decode(bytes)
}

function cardOf(character: Character, stored: string | undefined) {
  const { name, greeting, context, description, exampleDialogues, tags } = character
  const kept = stored === undefined ? {} : parsedJson(stored)
  const others = isJsonObject(kept) ? kept : {}
  const parts = { description: '', personality: '', scenario: '', system_prompt: '' }
  // the parts of the imported card, unless the context was changed since
  const split = { ...parts, ...others }
  const current = contextOf(split) === (context ?? '') ? split : { ...parts, description: context ?? '' }
  return {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: {
      post_history_instructions: '',
      alternate_greetings: [],
      creator: '',
      character_version: '',
      extensions: {},
      ...others,
      ...current,
      name,
      first_mes: greeting ?? '',
      mes_example: exampleDialogues ?? '',
      creator_notes: description ?? '',
      tags,
    },
  }
}
