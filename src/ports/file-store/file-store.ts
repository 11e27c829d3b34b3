import type { Readable } from 'node:stream'

/** The ids of files. Any other text is an unknown id. */
export const fileIdForm = /^[A-Za-z0-9_-]{1,64}$/

/** The id of the mark in a bucket that `npm run migrate-store` has filled only in part. */
export const unfinishedMark = 'unfinished-copy'

/**
 * Stores the bytes of images, uploaded files, assets of cards and data exports. The caller chooses the ids: 1 to 64 characters of `A-Za-z0-9_-`. `put` throws for any
 * other text; the other methods treat it as an unknown id.
 */
export interface FileStore {
  /** Resolves when the bytes survive a crash. Replaces existing bytes; readers never see partial ones. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** As `put`, of bytes that arrive in parts and need not fit into memory. Rejects with what the parts throw, and then stores nothing. */
  putParts(id: string, parts: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined for an unknown id. An open file can be read to its end even after its deletion. */
  open(id: string): Promise<OpenFile | undefined>
  /** Undefined for an unknown id. */
  find(id: string): Promise<StoredFile | undefined>
  /** Does nothing for an unknown id. */
  delete(id: string): Promise<void>
  /** All ids, unordered. Files that are stored or deleted during the listing may or may not be included. */
  list(): AsyncIterable<string>
  /** Removes the drafts of interrupted puts from before an instant (epoch milliseconds). */
  tidy(before: number): Promise<void>
}

export interface StoredFile {
  /** Epoch milliseconds of the `put`. */
  readonly storedAt: number
  readonly size: number
}

/** The caller must close it. */
export interface OpenFile {
  readonly size: number
  /** All bytes, or a range with both ends included. Call it once. */
  read(range?: ByteRange): Readable
  close(): Promise<void>
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}
