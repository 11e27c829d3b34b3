import { hash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError, badInput, countedKeysOf, type Logger } from '@parley/runtime'
import { type Database, isUniqueViolation, plus, type Queries } from '@parley/statements'
import { limits, storedImageId } from '../limits.js'
import { deleteUnusedImages } from '../database/statements/unused-images.js'
import { ImageTable, RoomImageTable } from '../database/tables/images.js'
import { UserTable } from '../database/tables/users.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import { fileIdForm, type FileStore, type OpenFile } from '../ports/file-store/file-store.js'
import type { JobImage } from '../ports/reply-generator/reply-generator.js'
import type { Room } from '../rooms/room.js'
import type { UserCaller } from '../users/caller.js'
import { acceptUpload, type Upload, type UploadTypes } from './accept-upload.js'
import type { ImageEncoder } from './image-encoder.js'
import type { ImageType } from './image.js'
import type { Picture, ProfilePicture, SentPicture } from './picture.js'
import { sweepImages } from './sweep-images.js'

export interface StoredImage {
  readonly id: string
  readonly url: string
}

/** A retry of the same `operation` with the same `key` and the same file returns the first image. */
export interface UploadKey extends UploadTypes {
  readonly operation: string
  readonly key: string | undefined
}

interface UploadRequest extends UploadKey {
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
}

/** Uploaded images (docs/contract/images.md). */
export class Images {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly store: FileStore
      readonly encoder: ImageEncoder
      readonly idempotency: Idempotency
      readonly clock: () => number
      /** Of the times of files, which need not be that of the store. */
      readonly fileClock: () => number
      readonly log: Logger
      /** What image URLs begin with (`PUBLIC_URL`). */
      readonly publicUrl: string
      /** host[:port] of accepted image URLs (`IMAGE_HOST`, and the host of `PUBLIC_URL`, perhaps with its path). */
      readonly hosts: readonly string[]
    },
  ) {}

  /**
   * Stores an image of the caller, first the file, then the row. An image that is not claimed is deleted after an hour.
   * Throws BAD_USER_INPUT with the rule `image`, CONFLICT for a key that was used with another file,
   * UNAVAILABLE when too many images wait for the encoder, or the client has disconnected before its turn.
   */
  async store(caller: UserCaller, upload: Upload | undefined, request: UploadRequest): Promise<StoredImage> {
    const { database, store, encoder, idempotency } = this.options
    const { operation, key } = request
    const accepted = await acceptUpload(upload, request)
    const digest = hash('sha256', accepted.bytes)
    const call = { caller, operation: `${operation} image`, key, body: { digest } }
    const known = await idempotency.earlier(call)
    if (known !== undefined && (await this.#exists(known))) return this.#stored(known)

    const { bytes, width, height } = await encoder.encode(
      { keys: countedKeysOf(String(caller.id), null), isGone: request.isGone },
      accepted,
    )
    // a deleted image of an earlier call gets its id again, so that retries with it still match
    const id = known ?? randomBytes(16).toString('base64url')
    await store.put(id, bytes)
    const now = this.options.clock()
    const row = { id, ownerId: caller.id, contentType: accepted.contentType, bytes: bytes.length, width, height }
    const insert = async (db: Queries) => {
      await db.insert(ImageTable, { ...row, createdAt: now, claimedAt: now })
      return id
    }
    if (known !== undefined) {
      await database.write(insert).catch(ignoreDuplicate)
      return this.#stored(id)
    }
    // if a concurrent retry was first, the file of this call is swept
    return this.#stored((await idempotency.once(call, insert)).id)
  }

  /** Stores a file beside the images, for a row that is written within the hour. Returns its id, which no client gets. */
  async keep(bytes: Buffer): Promise<string> {
    const id = randomBytes(16).toString('base64url')
    await this.options.store.put(id, bytes)
    return id
  }

  /** A file that `keep` has stored; undefined, with a log line, when it is lost or cut. */
  async readKept(id: string, bytes: number): Promise<Buffer | undefined> {
    const file = await this.#openWhole(id, bytes)
    try {
      return file && (await buffer(file.read()))
    } finally {
      await file?.close()
    }
  }

  /** An image for any caller that knows its id; undefined for an unknown id, and when its file is lost or cut. */
  async open(id: string): Promise<(OpenFile & { readonly contentType: ImageType }) | undefined> {
    const { database } = this.options
    if (id.includes('\0')) return undefined
    const columns = ['contentType', 'bytes'] as const
    const row = await database.read((db) => db.selectOne(ImageTable, { id }, { columns }))
    const file = row && (await this.#openWhole(id, row.bytes))
    return file && { ...file, contentType: row.contentType }
  }

  /** Undefined, with a log line, for a file that is lost or does not have its size. */
  async #openWhole(id: string, bytes: number): Promise<OpenFile | undefined> {
    const { store, log } = this.options
    const file = await store.open(id)
    if (file?.size === bytes) return file
    await file?.close()
    const advice = 'restore it from a backup; npm run doctor lists all such images'
    log.warn({ imageId: id, bytes, found: file?.size ?? null, advice }, 'image_file.lost')
    return undefined
  }

  /** The URL of a character's picture. */
  urlOf({ imageId, imageUrl }: Picture): string | null {
    return imageId === null ? imageUrl : this.#stored(imageId).url
  }

  /** The URL of an account's picture. */
  urlOfProfile({ profileImageId, profileImageUrl }: ProfilePicture): string | null {
    return this.urlOf({ imageId: profileImageId, imageUrl: profileImageUrl })
  }

  /**
   * Converts an input into a picture, in the transaction that stores it. An image of the caller is assigned to
   * `ownerId`, the owner of the object that shows it. The URL of a stored image counts like its id, any other URL stays
   * text, and an empty one means no picture. Every caller may keep the picture that is already `shown`. Throws
   * BAD_USER_INPUT for an id that is not an image of the caller, UNAUTHENTICATED if its account was deleted.
   */
  async claim(
    db: Queries,
    { imageId, imageUrl }: SentPicture,
    { caller, ownerId, shown }: { caller: UserCaller; ownerId: number; shown?: Picture },
  ): Promise<Picture> {
    const sent = imageId ?? (typeof imageUrl === 'string' ? storedImageId(imageUrl, this.options.hosts) : undefined)
    if (sent !== undefined) {
      if (sent === shown?.imageId) return { imageId: sent, imageUrl: null }
      // before its image, as a deletion of the account locks them; it removes the images first
      const account = await db.selectOne(UserTable, { id: caller.id }, { columns: ['id'], lock: 'key share' })
      if (!account) throw new AppError('UNAUTHENTICATED')
      // one statement finds the image and protects it from a sweep
      const change = { claimedAt: this.options.clock(), ownerId }
      const changed = await db.update(ImageTable, { id: sent, ownerId: caller.id }, change)
      if (changed === 1) return { imageId: sent, imageUrl: null }
    }
    if (typeof imageId === 'string') throw badImageId('Not an image of yours')
    return { imageId: null, imageUrl: imageUrl === '' ? null : (imageUrl ?? null) }
  }

  /**
   * Keeps an image of the caller as long as a room, in the transaction that stores a message with it. Throws
   * BAD_USER_INPUT for an id that is not an image of the caller, and for an image above 4 MiB.
   */
  async keepFor(db: Queries, room: Room, { caller, imageId }: { caller: UserCaller; imageId: string }): Promise<void> {
    await this.claim(db, { imageId }, { caller, ownerId: caller.id })
    const image = await db.selectOne(ImageTable, { id: imageId }, { columns: ['bytes'] })
    if (!image || image.bytes > limits.messageImageBytes) throw badImageId('An image of a message has at most 4 MiB')
    const reference = { roomId: room.id, imageId }
    if (!(await db.exists(RoomImageTable, reference))) await db.insert(RoomImageTable, reference)
  }

  /** The id in the URL of a stored image; null for any other text. */
  idIn(url: string | null): string | null {
    const id = url === null ? undefined : storedImageId(url, this.options.hosts)
    return id !== undefined && fileIdForm.test(id) ? id : null
  }

  /** The bytes of an image of an account for a model; undefined if it is not one now, is above 4 MiB or cannot be read. */
  async forModel(ownerId: number, id: string): Promise<JobImage | undefined> {
    const { database, log } = this.options
    try {
      const columns = ['contentType', 'bytes'] as const
      const row = await database.read((db) => db.selectOne(ImageTable, { id, ownerId }, { columns }))
      if (!row || row.bytes > limits.messageImageBytes) return undefined
      const file = await this.#openWhole(id, row.bytes)
      if (!file) throw new Error('an image without a whole file')
      try {
        return { contentType: row.contentType, base64: (await buffer(file.read())).toString('base64') }
      } finally {
        await file.close()
      }
    } catch (error) {
      log.warn({ err: error, imageId: id }, 'message_image.load_failed')
      return undefined
    }
  }

  /**
   * Deletes the row of an image that nothing shows, in the transaction that removed a reference. True when the file
   * must be deleted too, after that transaction.
   */
  async deleteUnused(db: Queries, imageId: string): Promise<boolean> {
    // locks the row before the check: a concurrent claim is either seen here, or finds the row deleted
    await db.update(ImageTable, { id: imageId }, { claimedAt: plus(0) })
    return (await deleteUnusedImages(db, { id: imageId })) === 1
  }

  /** Call it after a write that removed a reference: deletes the image if it is unused. Null means none. */
  async release(imageId: string | null): Promise<void> {
    const { database, store, log } = this.options
    if (imageId === null) return
    try {
      if (await database.write((db) => this.deleteUnused(db, imageId))) await store.delete(imageId)
    } catch (error) {
      // the previous write is committed, and the sweep deletes the remnant
      log.warn({ err: error, imageId }, 'image.removal_failed')
    }
  }

  /** The ids of a user's images, for the transaction that deletes the user and the rows. */
  async idsOf(db: Queries, userId: number): Promise<string[]> {
    return (await db.select(ImageTable, { ownerId: userId }, { columns: ['id'] })).map(({ id }) => id)
  }

  /** Deletes images that have been unused for an hour, and files without a row and drafts that are an hour old. */
  async sweep(): Promise<void> {
    const { database, store, clock, fileClock } = this.options
    await sweepImages(database, store, { rows: clock() - unclaimedMs, files: fileClock() - unclaimedMs })
  }

  async #exists(id: string): Promise<boolean> {
    return this.options.database.read((db) => db.exists(ImageTable, { id }))
  }

  #stored(id: string): StoredImage {
    return { id, url: `${this.options.publicUrl}/thumbnail?id=${id}` }
  }
}

const unclaimedMs = 60 * 60 * 1_000

function badImageId(message: string): AppError {
  return badInput('imageId', message)
}

/** Ignores a row that a concurrent retry has restored. */
function ignoreDuplicate(error: unknown): void {
  if (!isUniqueViolation(error)) throw error
}
