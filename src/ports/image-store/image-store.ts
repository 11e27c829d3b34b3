import type { Readable } from 'node:stream'

/**
 * Keeps the bytes of images by ids that the caller makes up: 1 to 64 characters of `A-Za-z0-9_-`. Any other text is not an id:
 * `put` throws for it, and to everything else it is not there.
 */
export interface ImageStore {
  /** Resolves when the bytes survive a crash; no reader ever sees a part of them. Bytes of the same id are replaced. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Undefined for an unknown id. An open image can be read to its end, also after its deletion. */
  open(id: string): Promise<OpenImageFile | undefined>
  /** Epoch milliseconds of the `put`; undefined for an id that is not there. */
  storedAt(id: string): Promise<number | undefined>
  /** Fine for an id that is not there. */
  delete(id: string): Promise<void>
  /** Every id, in no order. What is stored or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<string>
  /** Removes what puts that never ended have left from before an instant (epoch milliseconds). */
  tidy(before: number): Promise<void>
}

/** Must be closed. */
export interface OpenImageFile {
  readonly size: number
  /** The bytes, or those of a range, both ends included. */
  read(range?: ByteRange): Readable
  close(): Promise<void>
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}
