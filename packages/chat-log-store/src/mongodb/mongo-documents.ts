import { Binary, type IndexDescription } from 'mongodb'
import { shownAtFirst } from '../alternatives.js'
import type {
  Attachment,
  LogAlternative,
  LogCut,
  LogEntry,
  LogRoomHolder,
  LogRoomKey,
  LogSource,
  MessageSender,
  NewLogEntry,
  ShownReply,
} from '../chat-log-store.js'
import { keysOfEntry } from '../search-terms.js'

/** UTF-8 of BSON cannot represent an unpaired surrogate: such text is stored as UTF-16, and never altered. */
type StoredText = string | Binary

/**
 * A room, or the remnant of one. Every room gets a new document id, even if its room id was used before. Entries refer
 * to the document id, so entries of a deleted room never appear in a later one.
 */
export interface RoomDocument {
  readonly _id: string
  readonly roomId: string
  readonly kind: LogRoomKey['kind']
  readonly userId: StoredText
  /** The room id; absent after the deletion. */
  readonly liveId?: string
  /** The source of the creation, with kind and user; absent after the deletion. */
  readonly sourceKey?: string
  readonly createdAt: number
  /** Absent in a room of an earlier release, until `MongoHolders` has recorded it. */
  readonly holder?: LogRoomHolder | null
  /** When the room was deleted. */
  readonly goneAt?: number
  /** Entries that count as removed as soon as this field is set, even before their documents are updated. */
  readonly cut?: LogCut
}

/** The fields of every entry's document; a removed entry has only these. */
export interface EntryMark {
  /** Created before the first attempt, so a retry recognizes a write whose answer was lost. */
  readonly _id: string
  /** The id of the room's document. */
  readonly room: string
  readonly index: number
  /** The mark of a removed entry stays as long as the room, so its index is not reused. */
  readonly removed: boolean
  /** The keys by which a search finds the entry (search-terms.ts); absent in an entry that is not indexed yet. */
  readonly searchKeys?: readonly number[] | null
  /** The keys of an earlier release, without the beginnings of words. */
  readonly keys?: readonly number[] | null
}

export interface EntryDocument extends EntryMark {
  readonly removed: false
  /** The source of the entry in its room. */
  readonly sourceKey?: string
  readonly inputData: StoredText
  readonly outputData: StoredText
  readonly imgUrl: StoredText | null
  /** A MessageSender as JSON, which is well-formed. */
  readonly sender?: string
  /** A list of attachments as JSON. */
  readonly attachments?: string
  readonly version: number
  readonly createdAt: number
  /** The shown reply; absent in documents from before alternatives existed. */
  readonly shown?: Omit<ShownReply, keyof StoredAdditions> & StoredAdditions
  /** The other alternatives. */
  readonly others?: readonly StoredAlternative[]
}

interface StoredAdditions {
  readonly thoughts?: StoredText
  /** As JSON, which is well-formed and can be measured. */
  readonly sources?: string
}

type Additions = Pick<LogAlternative, keyof StoredAdditions>

interface StoredAlternative
  extends Omit<LogAlternative, 'inputData' | 'outputData' | keyof StoredAdditions>, StoredAdditions {
  readonly inputData: StoredText
  readonly outputData: StoredText
}

/** The guarantees of the store for concurrent writers: a live room id, a source and an index in a room are unique. */
export const roomIndexes: IndexDescription[] = [
  { key: { liveId: 1 }, unique: true, sparse: true },
  { key: { sourceKey: 1 }, unique: true, sparse: true },
  { key: { roomId: 1 } },
  { key: { userId: 1 } },
  { key: { goneAt: 1 }, sparse: true },
  { key: { holder: 1 } },
  { key: { 'cut.from': 1 }, sparse: true },
]

export const entryIndexes: IndexDescription[] = [
  { key: { room: 1, index: 1 }, unique: true },
  // a page skips removed entries without reading them
  { key: { room: 1, removed: 1, index: 1 } },
  { key: { sourceKey: 1 }, unique: true, sparse: true },
  { key: { searchKeys: 1, createdAt: -1, _id: -1 } },
]

/** The keys of a document that no search finds; one without keys is not indexed yet. */
export const noKeys: readonly [number] = [0]

/** Equal to exactly this value. External input is never interpreted as an operator. */
export function equalTo<T extends StoredText | number | boolean | null>(value: T): { readonly $eq: T } {
  return { $eq: value }
}

/** Joins texts into one key without ambiguity. */
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

/** The update that stores a changed entry. `account`: the account whose search finds it, if there is one. */
export function changeOf(account: string | undefined, entry: LogEntry) {
  const { version } = entry
  const shown = storedAdditions(entry.shown)
  const others = entry.others.map((one) => ({
    ...storedAdditions(one),
    inputData: stored(one.inputData),
    outputData: stored(one.outputData),
  }))
  const texts = { ...contentOf(entry), ...storedMessage(entry) }
  return { ...texts, version, shown, others, searchKeys: searchKeysOf(account, entry) }
}

/** What an entry keeps of its message besides its text and its image. */
export function storedMessage({
  sender,
  attachments,
}: Pick<NewLogEntry, 'sender' | 'attachments'>): Pick<EntryDocument, 'sender' | 'attachments'> {
  return {
    ...(sender ? { sender: JSON.stringify(sender) } : {}),
    ...(attachments?.length ? { attachments: JSON.stringify(attachments) } : {}),
  }
}

// the order of the fields stays, which a moved store compares
export function storedAdditions<Reply extends Additions>(
  reply: Reply,
): Omit<Reply, keyof StoredAdditions> & StoredAdditions {
  const { thoughts, sources } = reply
  return {
    ...reply,
    ...(thoughts === undefined ? {} : { thoughts: stored(thoughts) }),
    ...(sources === undefined ? {} : { sources: JSON.stringify(sources) }),
  }
}

function withAdditions<Reply extends StoredAdditions>(reply: Reply): Omit<Reply, keyof StoredAdditions> & Additions {
  const { thoughts, sources } = reply
  return {
    ...reply,
    ...(thoughts === undefined ? {} : { thoughts: textOf(thoughts) }),
    ...(sources === undefined ? {} : { sources: JSON.parse(sources) as readonly LogSource[] }),
  }
}

export function searchKeysOf(
  account: string | undefined,
  { roomId, ...texts }: Pick<LogEntry, 'roomId' | 'inputData' | 'outputData'>,
): readonly number[] {
  return account === undefined ? noKeys : keysOfEntry({ userId: account, roomId }, texts)
}

/** The account whose search finds the entries of a room. */
export function accountOf({ userId, holder }: Pick<RoomDocument, 'userId' | 'holder'>): string | undefined {
  return (holder ?? 'account') === 'account' ? textOf(userId) : undefined
}

export function entryOf(roomId: string, document: EntryDocument): LogEntry {
  const { index, inputData, outputData, imgUrl, version, createdAt } = document
  const { others = [], sender, attachments } = document
  const shown: NonNullable<EntryDocument['shown']> = document.shown ?? shownAtFirst(document)
  return {
    roomId,
    index,
    inputData: textOf(inputData),
    outputData: textOf(outputData),
    imgUrl: imgUrl === null ? null : textOf(imgUrl),
    ...(sender === undefined ? {} : { sender: JSON.parse(sender) as MessageSender }),
    ...(attachments === undefined ? {} : { attachments: JSON.parse(attachments) as readonly Attachment[] }),
    version,
    createdAt,
    shown: withAdditions(shown),
    others: others.map((one) => ({
      ...withAdditions(one),
      inputData: textOf(one.inputData),
      outputData: textOf(one.outputData),
    })),
  }
}

export function textOf(text: StoredText): string {
  return typeof text === 'string' ? text : Buffer.from(text.value()).toString('utf16le')
}
