import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError, countedKeysOf, FairTurns, type ResultBytes } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { CharacterCardTable } from '../../database/tables/characters.js'
import type { Images } from '../../images/images.js'
import { limits } from '../../limits.js'
import type { Lorebooks } from '../../lorebooks/lorebooks.js'
import type { Caller, UserCaller } from '../../users/caller.js'
import type { CardFileForm, Character, KeptCard, Visibility } from '../character.js'
import type { Characters } from '../characters.js'
import { nameBookNotes } from './book-notices.js'
import { cardName, readArchive, writeArchive } from './card-archive.js'
import { type CardNotice, CardNotices } from './card-notice.js'
import { openCard, type OpenedCard } from './open-card.js'
import { pngWithCards } from './png-card.js'
import { readCard } from './read-card.js'
import { strictBase64 } from './strict-base64.js'
import { asVersion2, isVersion3, writtenCard } from './written-card.js'

interface CardImport {
  /** A file, or a text: the JSON of a card, or a file in base64. */
  readonly card: string | Buffer
  readonly visibility?: Visibility | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

interface ImportedCard {
  readonly character: Character
  readonly notices: readonly CardNotice[]
}

export interface CharacterCard {
  readonly json: string
  readonly imageId: string | null
  readonly kept: Pick<KeptCard, 'form' | 'fileId' | 'fileBytes'> | undefined
}

interface ImportRequest {
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
}

interface FileRequest extends ImportRequest {
  readonly form: CardFileForm
}

const retryAfterMs = 5_000
/** A larger file waits for its turn: it can need several times its size. */
const smallBytes = 1_048_576

/** Character cards of versions 1 to 3 (ADR 0086). */
export class Cards {
  readonly #turns = new FairTurns({
    ofClient: 4,
    inAll: 64,
    refusal: () => new AppError('UNAVAILABLE', { retryAfterMs }),
  })

  constructor(
    private readonly options: {
      database: Database
      characters: Characters
      images: Images
      lorebooks: Pick<Lorebooks, 'readCardBook' | 'insertOfCard' | 'ofCharacter'>
    },
  ) {}

  /**
   * Creates a character of the caller from a card; its picture becomes that of the character. Large files are read one after the
   * other. A retry with the same idempotency key returns the first character. Throws BAD_USER_INPUT with the reason for a card that
   * is refused, UNAVAILABLE as `Images.store` and when too many large files wait.
   */
  async import(caller: UserCaller, input: CardImport, { isGone }: ImportRequest): Promise<ImportedCard> {
    const { card } = input
    const file = typeof card === 'string' ? fileIn(card) : card
    const work = () => this.#import(caller, { ...input, card: file }, { isGone })
    if (file.length <= smallBytes) return work()
    return this.#inTurn(caller, isGone, work)
  }

  /** The card of a character, for a caller who may change it; null for any other character. */
  async export(caller: Caller, id: string): Promise<CharacterCard | null> {
    const { database, characters, lorebooks } = this.options
    const found = await characters.find(caller, id)
    const character = found && characters.forEditor(caller, found)
    if (!character) return null
    const kept = await database.read((db) => db.selectOne(CharacterCardTable, { characterId: character.id }))
    const bookOf = await lorebooks.ofCharacter(caller, character.id)
    return { json: writtenCard(character, kept, bookOf), imageId: character.imageId, kept }
  }

  /**
   * The stored picture with the card in it, and with the assets of a card that came in a PNG; null without one, or for a picture that is
   * not a PNG. `bytes` counts it before it is read. Throws RESULT_TOO_LARGE for one beyond the size of a result.
   */
  async png({ json, imageId, kept }: CharacterCard, bytes?: ResultBytes): Promise<Buffer | null> {
    const image = imageId === null ? undefined : await this.options.images.open(imageId)
    if (!image) return null
    try {
      if (image.contentType !== 'image/png') return null
      const hasAssets = kept?.form === 'PNG' && kept.fileId !== null
      bytes?.add(Math.ceil((image.size + (hasAssets ? kept.fileBytes : 0)) / 3) * 4)
      const cards = isVersion3(json)
        ? ([
            ['chara', asVersion2(json)],
            ['ccv3', json],
          ] as const)
        : ([['chara', json]] as const)
      const assets = hasAssets ? await this.#assets(kept) : undefined
      return pngWithCards(await buffer(image.read()), cards, assets ? [assets] : [])
    } finally {
      await image.close()
    }
  }

  /** As `png`, or the archive of a card that came in one. Null for an unknown character, and as `png`. Throws UNAVAILABLE when too many files wait. */
  async file(caller: UserCaller, id: string, { form, isGone }: FileRequest): Promise<Buffer | null> {
    const card = await this.export(caller, id)
    const { kept } = card ?? {}
    if (!card || (form === 'charx' && kept?.form !== 'CHARX')) return null
    return this.#inTurn(caller, isGone, async () => {
      if (form === 'png') return this.png(card)
      const assets = kept && (await this.#assets(kept))
      return writeArchive([[cardName, Buffer.from(card.json)], ...(assets ? await readArchive(assets) : [])])
    })
  }

  #inTurn<T>({ id }: UserCaller, isGone: () => boolean, work: () => Promise<T>): Promise<T> {
    return this.#turns.run({ keys: countedKeysOf(String(id), null), isGone }, work)
  }

  async #import(
    caller: UserCaller,
    { card: file, visibility, idempotencyKey }: CardImport & { readonly card: Buffer },
    { isGone }: ImportRequest,
  ): Promise<ImportedCard> {
    const { characters, images, lorebooks } = this.options
    const notices = new CardNotices()
    const opened = await openCard(file, notices)
    const { character: read, data: fields } = readCard(opened.card, notices)
    const book = await lorebooks.readCardBook(fields['character_book'])
    if (book) await nameBookNotes(book, notices)
    const key = idempotencyKey ?? undefined
    const imageId = await this.#picture(caller, opened, { key, isGone, notices })
    const { form, json: data, assets } = opened
    const card = { form, data, digest: hash('sha256', file) }
    const input = { ...read, imageId, visibility, idempotencyKey, kept: { ...card, file: undefined } }
    const operation = 'importCharacter'
    // a retry stores no file again
    const isNew = assets !== undefined && !(await characters.wasCreated(caller, input, operation))
    const stored = isNew ? { id: await images.keep(assets), bytes: assets.length } : undefined
    const character = await characters.create(
      caller,
      { ...input, kept: { ...card, file: stored } },
      {
        operation,
        alsoInsert: async (db, characterId) => {
          const owner = { ownerId: caller.id, characterId, name: read.name }
          if (book?.file) await lorebooks.insertOfCard(db, owner, book.file)
        },
      },
    )
    return { character, notices: notices.list() }
  }

  /** The picture of a PNG or WebP must be readable; that of an archive or a text is one of its assets, which stay as they are. */
  async #picture(
    caller: UserCaller,
    { form, picture }: OpenedCard,
    { key, isGone, notices }: ImportRequest & { readonly key: string | undefined; readonly notices: CardNotices },
  ): Promise<string | undefined> {
    if (!picture) return undefined
    const upload = { bytes: picture, isCut: false }
    const request = { operation: 'importCharacter', key, isGone, acceptsWebp: true, mostBytes: limits.cardFileBytes }
    try {
      return (await this.options.images.store(caller, upload, request)).id
    } catch (error) {
      const isPictureFault = error instanceof AppError && error.code === 'BAD_USER_INPUT'
      if (!isPictureFault || form === 'PNG' || form === 'WEBP') throw error
      notices.add('PICTURE_REFUSED', 'picture', error.message)
      return undefined
    }
  }

  /** Undefined when the file is lost, which the doctor reports. */
  async #assets({ fileId, fileBytes }: Pick<KeptCard, 'fileId' | 'fileBytes'>): Promise<Buffer | undefined> {
    return fileId === null ? undefined : this.options.images.readKept(fileId, fileBytes)
  }
}

function fileIn(card: string): Buffer {
  return card.trimStart().startsWith('{') ? Buffer.from(card) : strictBase64(card)
}
