import { Binary } from 'mongodb'
import type { IndexDescription } from 'mongodb'
import { entryWith, shownOf } from './alternatives.js'
import type { LogAlternative, LogEntry, LogRoomKey, NewLogEntry } from './chat-log-store.js'

/** BSON holds UTF-8. Text with half of a surrogate pair has none: it is kept as UTF-16, so that nothing is changed in silence. */
type StoredText = string | Binary

/**
 * A room, or what is left of one. The id of the document is new for each room, also when the room id has been there before, and
 * entries refer to it: what a deleted room leaves behind never appears in a later one.
 */
export interface RoomDocument {
  readonly _id: string
  readonly roomId: string
  readonly kind: LogRoomKey['kind']
  readonly userId: StoredText
  /** The room id, as long as the room is there. */
  readonly liveId?: string
  /** What made it, for a kind and user; gone with the room. */
  readonly sourceKey?: string
  readonly createdAt: number
  /** Since when it is deleted. */
  readonly goneAt?: number
  /** Entries that are cut away from the moment this stands here, whether or not their documents know it yet. */
  readonly cut?: LogCut
}

/** The first and the last index of a cut: what is appended later has a higher one. */
export interface LogCut {
  readonly from: number
  readonly to: number
}

/** What every document of an entry has; of a removed one there is no more. */
export interface EntryMark {
  /** Made before the first try, so that a write whose answer was lost is known again. */
  readonly _id: string
  /** The id of the room's document. */
  readonly room: string
  readonly index: number
  /** The mark of a removed entry stays as long as the room: that keeps its index from being given again. */
  readonly removed: boolean
}

export interface EntryDocument extends EntryMark {
  readonly removed: false
  /** What wrote it, in its room. */
  readonly sourceKey?: string
  readonly inputData: StoredText
  readonly outputData: StoredText
  readonly imgUrl: StoredText | null
  readonly version: number
  readonly createdAt: number
  /** Of the reply that is shown; absent in what was written before there were alternatives. */
  readonly shown?: Pick<LogAlternative, 'number' | 'origin' | 'createdAt'>
  /** The others that are kept. */
  readonly others?: readonly StoredAlternative[]
}

interface StoredAlternative extends Omit<LogAlternative, 'inputData' | 'outputData'> {
  readonly inputData: StoredText
  readonly outputData: StoredText
}

/** The guarantees of the store: a live room id, a source and an index of a room are there once, for all writers. */
export const roomIndexes: IndexDescription[] = [
  { key: { liveId: 1 }, unique: true, sparse: true },
  { key: { sourceKey: 1 }, unique: true, sparse: true },
  { key: { roomId: 1 } },
  { key: { userId: 1 } },
  { key: { goneAt: 1 }, sparse: true },
  { key: { 'cut.from': 1 }, sparse: true },
]

export const entryIndexes: IndexDescription[] = [
  { key: { room: 1, index: 1 }, unique: true },
  // a page passes removed entries without reading them
  { key: { room: 1, removed: 1, index: 1 } },
  { key: { sourceKey: 1 }, unique: true, sparse: true },
]

/** Equal to this value, and nothing else: what comes from outside is never an operator. */
export function is<T extends StoredText | number | boolean>(value: T): { readonly $eq: T } {
  return { $eq: value }
}

/** One text of several, without a way to mistake one group for another. */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

export function partsOf(key: string): readonly string[] {
  return JSON.parse(key) as string[]
}

export function stored(text: string): StoredText {
  return text.isWellFormed() ? text : new Binary(Buffer.from(text, 'utf16le'))
}

export function contentOf({ inputData, outputData, imgUrl }: Pick<NewLogEntry, 'inputData' | 'outputData' | 'imgUrl'>) {
  return {
    inputData: stored(inputData),
    outputData: stored(outputData),
    imgUrl: imgUrl === null ? null : stored(imgUrl),
  }
}

/** What a change of an entry writes. */
export function changeOf(entry: LogEntry) {
  const { number, origin, createdAt } = shownOf(entry)
  const others = entry.alternatives
    .filter((one) => one.number !== number)
    .map((one) => ({ ...one, inputData: stored(one.inputData), outputData: stored(one.outputData) }))
  return { ...contentOf(entry), version: entry.version, shown: { number, origin, createdAt }, others }
}

export function entryOf(roomId: string, document: EntryDocument): LogEntry {
  const { index, inputData, outputData, imgUrl, version, createdAt } = document
  const { shown = { number: 1, origin: null, createdAt }, others = [] } = document
  const written = {
    roomId,
    index,
    inputData: textOf(inputData),
    outputData: textOf(outputData),
    imgUrl: imgUrl === null ? null : textOf(imgUrl),
    version,
    createdAt,
  }
  const texts = others.map((one) => ({ ...one, inputData: textOf(one.inputData), outputData: textOf(one.outputData) }))
  return entryWith(written, shown, texts)
}

export function textOf(text: StoredText): string {
  return typeof text === 'string' ? text : Buffer.from(text.value()).toString('utf16le')
}
